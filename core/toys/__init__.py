"""Games small enough to be solved on paper: the search is tested on them."""
