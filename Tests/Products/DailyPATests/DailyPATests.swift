import ShellTesting
import Testing

@testable import DailyPA
@testable import Shell

@Suite("Daily PA as a product") struct DailyPATests {
  @Test("every place it lists can be opened, and shows its own title")
  func places() async throws { try await checkPlaces(of: .dailypa) }
}
