import Foundation
import Testing

@testable import Connectivity

@Suite("The way to the server")
struct ConnectivityTests {
  @Test("is stored under names that never change")
  func stored() {
    #expect(
      Connectivity.allCases.map(\.rawValue) == ["online", "slow", "flaky", "offline", "unreachable", "signed-out"])
  }

  @Test("is open when it is online, slow or flaky, and otherwise shut", arguments: Connectivity.allCases)
  func reaches(connectivity: Connectivity) {
    let open: Set<Connectivity> = [.online, .slow, .flaky]
    #expect(connectivity.reachesServer == open.contains(connectivity))
  }

  @Test("comes back as it was written", arguments: Connectivity.allCases)
  func again(connectivity: Connectivity) throws {
    let read = try JSONDecoder().decode([Connectivity].self, from: JSONEncoder().encode([connectivity]))
    #expect(read == [connectivity])
  }

  @Test("is not read from another word", arguments: ["", "Online", "signedOut", "5g"])
  func refused(name: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Connectivity].self, from: JSONEncoder().encode([name]))
    }
  }
}
