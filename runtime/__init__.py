"""The runtime: loads rule tables and plays them. It knows neither the title language nor any title."""
