"""Logs of real plays, as apps, websites, forms and spreadsheets write them."""
