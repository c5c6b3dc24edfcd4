import Covers
import Testing
@testable import Pillar
