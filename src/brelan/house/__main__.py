"""`python -m brelan.house`. A bot's worker process reads this file too, by its path: it loads nothing of the house."""

if __name__ == "__main__":
    from brelan.house.base.memory import collector_resting

    with collector_resting():
        from brelan.house.run import main
    main()
