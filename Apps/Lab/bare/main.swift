// A program that only starts and prints a line: the peer of the `troupe` start-up benchmark.
print("ready")
