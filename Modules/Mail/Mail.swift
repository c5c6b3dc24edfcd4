internal import Kernel
