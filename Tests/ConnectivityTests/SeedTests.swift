import Covers
import Testing
@testable import Connectivity
