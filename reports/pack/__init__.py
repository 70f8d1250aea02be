"""The pack of `fathom report --pack`: a report's summary as a page, a picture and a workbook."""
