"""How a request comes in and is answered: the door, guests, the JSON interface, streams, drawings."""
