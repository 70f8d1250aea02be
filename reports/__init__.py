"""From tallies to what people read: statistics, tables, charts and text. Never plays."""
