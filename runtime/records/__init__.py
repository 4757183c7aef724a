"""Game records of 18xx.games: read, resolved, replayed, compared with traces and written."""
