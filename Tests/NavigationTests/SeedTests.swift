import Covers
import Testing

@testable import Navigation
