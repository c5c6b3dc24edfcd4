enum ShellSeed {}
