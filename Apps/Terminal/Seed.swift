enum TerminalSeed {}
