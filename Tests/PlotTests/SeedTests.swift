import Covers
import Testing
@testable import Plot
