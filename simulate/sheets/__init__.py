"""Spreadsheets as people have them: files, the table in them, headings, numbers and lists."""
