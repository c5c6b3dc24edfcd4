import Covers
import Testing

@testable import Interface
