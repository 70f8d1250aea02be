"""The parts that every report has, and their composition into one document."""
