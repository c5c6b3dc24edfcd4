import Covers
import Testing
@testable import Signing
