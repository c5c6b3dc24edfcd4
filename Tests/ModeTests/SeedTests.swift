import Covers
import Testing
@testable import Mode
