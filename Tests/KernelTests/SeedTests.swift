import Covers
import Testing
@testable import Kernel
