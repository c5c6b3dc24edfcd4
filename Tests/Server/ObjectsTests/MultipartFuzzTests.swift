import Chance
import Foundation
import Kernel
import Testing

@testable import Objects

/// Mutated valid forms.
@Suite("Fuzzing multipart forms")
struct MultipartFuzzTests {
  static let words = [
    "--b", "--b--", "\r\n", "\r\n\r\n", "\r\n--b\r\n", "\r\n--b--\r\n", "\r", "\n", "\"", "\\", ";", ":", "=", "name=a",
    "Content-Disposition: form-data; name=\"x\"\r\n\r\n", "Content-Disposition: form-data; filename=", "é", "\0",
  ].map { Array($0.utf8) }

  /// Runs the closure on a thread of its own with a small stack. It would otherwise occupy one of the few threads
  /// on which all other tests run.
  static func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Result(catching: body)) }
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  static func piece(_ random: inout some RandomNumberGenerator) -> [UInt8] {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: words[Int.random(in: words.indices, using: &random)]
    case 1: (0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    default: Array("hello".utf8)
    }
  }

  static func pieces(upTo most: Int, _ random: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...most, using: &random)).flatMap { _ in piece(&random) }
  }

  @Test("the contents of the parts survive a round trip")
  func whole() async throws {
    try await MultipartFuzzTests.onThread {
      try Fuzzer("MultipartContents", inputs: 4_000).run { random in
        MultipartFuzzTests.pieces(upTo: 16, &random)
      } check: { bytes, random in
        // The bytes are cut into the contents of up to five parts.
        let cuts = (0..<Int.random(in: 0...5, using: &random)).map { _ in
          Int.random(in: 0...bytes.count, using: &random)
        }
        let contents = zip([0] + cuts.sorted(), cuts.sorted()).map { Array(bytes[$0..<$1]) }
        let mark = "----troupe\(UInt64.random(in: 0 ... .max, using: &random))"
        var body: [UInt8] = []
        for content in contents {
          body +=
            Array("--\(mark)\r\nContent-Disposition: form-data; name=\"n\"; filename=\"f\"\r\n\r\n".utf8) + content
          body += [0x0D, 0x0A]
        }
        body += Array("--\(mark)--\r\n".utf8)
        let form = try ParsedForm(body, boundary: mark)
        let found = form.parts.map(\.content)
        try hold(found == contents, "the parts \(contents) are parsed as \(found)")
      }
    }
  }

  @Test("mutated bytes do not crash the form parser, no part contains a boundary, and splits change nothing")
  func rubbish() async throws {
    let taken = try await MultipartFuzzTests.onThread {
      var taken = 0
      try Fuzzer("Multipart", inputs: 12_000).run { random in
        var body = Array("--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n".utf8)
        body += MultipartFuzzTests.pieces(upTo: 8, &random)
        if Bool.random(using: &random) { body += Array("\r\n--b--".utf8) }
        if Bool.random(using: &random) {
          body[Int.random(in: body.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
        }
        return body
      } check: { body, random in
        let form = try? ParsedForm(body, boundary: "b")
        let cuts = (0..<4).map { _ in Int.random(in: 0...body.count, using: &random) }
        let cut = try? ParsedForm(body, boundary: "b", cuts: cuts)
        try hold(
          cut == form, "whole it is parsed as \(String(describing: form)), in pieces as \(String(describing: cut))")
        guard let form else { return }
        taken += 1
        for part in form.parts {
          let hasMark = part.content.split(separator: 0x0D, omittingEmptySubsequences: false).dropFirst()
            .contains { $0.starts(with: "\n--b".utf8) }
          try hold(!hasMark, "the part \(part.head.name) contains a boundary")
        }
      }
      return taken
    }
    #expect(taken > 0)
  }

  @Test("arbitrary text does not crash the parsers of names, ranges, types and headers")
  func texts() async throws {
    try await MultipartFuzzTests.onThread {
      try Fuzzer("ObjectWords", inputs: 6_000).run { random in
        MultipartFuzzTests.pieces(upTo: 6, &random)
      } check: { bytes, _ in
        let text = String(decoding: bytes, as: UTF8.self)
        if let name = try? ObjectName(text) {
          try hold((try? ObjectName(name.text)) == name, "parsing the name again gives another name")
          let joined = name.folder.isEmpty ? name.leaf : "\(name.folder)/\(name.leaf)"
          try hold(joined == name.text && !name.leaf.isEmpty, "the name \(name.text) splits into \(joined)")
        }
        if let bucket = try? BucketName(text) {
          try hold(!bucket.text.utf8.contains(UInt8(ascii: "/")), "the name of a bucket contains a slash")
        }
        if case .part(let range) = ByteRange("bytes=\(text)", of: 10) {
          try hold((0..<10).contains(range), "the range \(range) is outside of 10 bytes")
        }
        _ = (HeadWords(text), FormParser.boundary("multipart/form-data; boundary=\(text)"))
        let type = ContentType.checked(text)
        try hold(type.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "the media type is \(type.debugDescription)")
      }
    }
  }
}
