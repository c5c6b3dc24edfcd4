import Covers
import Testing
@testable import Entitlement
