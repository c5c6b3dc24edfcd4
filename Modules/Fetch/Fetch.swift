internal import CCurl
internal import Kernel
