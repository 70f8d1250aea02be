"""The report: what it says, and how that becomes one HTML page or Markdown."""
