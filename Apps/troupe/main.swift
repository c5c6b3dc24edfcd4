print("troupe")
