enum PlaySeed {}
