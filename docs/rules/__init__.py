"""The rules as the engine plays them; shipped as `kagemusha.rulings`, for the table to show."""
