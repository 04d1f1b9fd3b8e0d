"""How to play Seven Card Samurai by rule, and who is winning it."""
