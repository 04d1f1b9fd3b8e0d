"""`python -m kagemusha` is the command line."""

from kagemusha.cli.main import main

main()
