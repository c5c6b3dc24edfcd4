import Chance
import Testing

@testable import CalDAV

@Suite("Fuzzing addresses of calendars") struct DAVAddressFuzzTests {
  private static let addresses = [
    "https://dav.example.org:8443/a%20b/c.ics", "example.org/home/", "http://[::1]:80/%2F/",
  ]
  private static let words = ["://", "//", "%2F", "%25", "%", "?", "#", "\\", "@", "..", "é", "\0", "http://"]

  @Test("an address reads as itself again, a path has one spelling, and a reference leads to no stranger")
  func addresses() throws {
    try Fuzzer("DAVAddress", inputs: 5_000).run { random in
      mutated(Self.addresses.map { Array($0.utf8) }, inserting: Self.words.map { Array($0.utf8) }, using: &random)
    } check: { bytes, _ in
      let text = String(decoding: bytes, as: UTF8.self)
      let path = DAVAddress.normal(text[...])
      try hold(DAVAddress.normal(path[...]) == path, "“\(path)” has another spelling")
      guard let address = DAVAddress(text) else { return }
      try hold(address.text.utf8.count > 2_000 || DAVAddress(address.text) == address, "“\(address.text)” is another")
      let home = try #require(DAVAddress("https://cloud.example.com/dav/"))
      let found = home.resolving(text)
      try hold(found.map { $0.host.hasSuffix("example.com") } ?? true, "it leads to \(found?.host ?? "")")
    }
  }
}
