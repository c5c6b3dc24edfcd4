enum NavigationSeed {}
