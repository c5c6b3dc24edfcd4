import ShellTesting
import Testing

@testable import Cadence
@testable import Shell

@Suite("Cadence as a product") struct CadenceTests {
  @Test("every place it lists can be opened, and shows its own title")
  func places() async throws { try await checkPlaces(of: .cadence) }
}
