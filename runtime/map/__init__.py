"""The map: tiles and their rotations, the board, networks, legality of track and tokens, routes."""
