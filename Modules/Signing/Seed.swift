enum SigningSeed {}
