enum BenchSeed {}
