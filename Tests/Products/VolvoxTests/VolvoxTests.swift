import ShellTesting
import Testing

@testable import Shell
@testable import Volvox

@Suite("Volvox.Sober as a product") struct VolvoxTests {
  @Test("every place it lists can be opened, and shows its own title")
  func places() async throws { try await checkPlaces(of: .volvox) }
}
