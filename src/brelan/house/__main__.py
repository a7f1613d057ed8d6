"""`python -m brelan.house`. The imports are absolute: a bot's worker process reads this file by its path."""

from brelan.house.run import main

if __name__ == "__main__":
    main()
