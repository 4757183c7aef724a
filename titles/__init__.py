"""Titles written in the title language, and the catalogues they share."""
