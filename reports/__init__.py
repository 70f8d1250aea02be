"""The analyses: their plans, statistics, tables, charts and texts."""
