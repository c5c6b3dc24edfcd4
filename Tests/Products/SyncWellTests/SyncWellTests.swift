import ShellTesting
import Testing

@testable import Shell
@testable import SyncWell

@Suite("SyncWell as a product") struct SyncWellTests {
  @Test("every place it lists can be opened, and shows its own title")
  func places() async throws { try await checkPlaces(of: .syncwell) }
}
