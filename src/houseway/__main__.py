"""`python -m houseway` is `houseway`."""

from .cli import main

main()
