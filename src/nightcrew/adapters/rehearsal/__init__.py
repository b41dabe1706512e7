"""The parts of the rehearsal model: what it reads out of sentences and what it makes of them."""
