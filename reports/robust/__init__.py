"""The check that results of a study hold for other players, from beginners to the strongest."""
