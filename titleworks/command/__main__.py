"""`python -m titleworks.command`."""

from titleworks.command import main

main()
