internal import Gate
