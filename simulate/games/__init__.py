"""The bundled games. Fathom finds every module or package in this folder as a game."""
