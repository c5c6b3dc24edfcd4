// A program that does nothing but start and say so: what every start of `troupe` is measured against.
print("ready")
