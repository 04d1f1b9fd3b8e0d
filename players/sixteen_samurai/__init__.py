"""How to play Sixteen Samurai by rule, and who is winning it."""
