import Foundation
import Testing

@testable import Connectivity

@Suite("Connectivity")
struct ConnectivityTests {
  @Test("is stored under names that never change")
  func stored() {
    #expect(
      Connectivity.allCases.map(\.rawValue) == ["online", "slow", "flaky", "offline", "unreachable", "signed-out"])
  }

  @Test("reaches the server when online, slow or flaky, and not otherwise", arguments: Connectivity.allCases)
  func reaches(connectivity: Connectivity) {
    let open: Set<Connectivity> = [.online, .slow, .flaky]
    #expect(connectivity.reachesServer == open.contains(connectivity))
  }

  @Test("survives a round trip through JSON", arguments: Connectivity.allCases)
  func again(connectivity: Connectivity) throws {
    let read = try JSONDecoder().decode([Connectivity].self, from: JSONEncoder().encode([connectivity]))
    #expect(read == [connectivity])
  }

  @Test("is not decoded from an unknown name", arguments: ["", "Online", "signedOut", "5g"])
  func refused(name: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Connectivity].self, from: JSONEncoder().encode([name]))
    }
  }
}
