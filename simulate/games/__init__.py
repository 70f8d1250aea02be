"""The bundled games: every module or package in this folder is found as a game."""
