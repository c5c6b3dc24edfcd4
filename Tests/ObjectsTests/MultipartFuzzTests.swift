import Foundation
import Kernel
import Testing

@testable import Objects

/// Honest forms made wrong. `TROUPE_FUZZ_SECONDS` says for how long, `TROUPE_FUZZ_SEED` with which chance.
@Suite("Fuzzing forms")
struct MultipartFuzzTests {
  static let seconds = Double(ProcessInfo.processInfo.environment["TROUPE_FUZZ_SECONDS"] ?? "") ?? 1.0
  static let seed = UInt64(ProcessInfo.processInfo.environment["TROUPE_FUZZ_SEED"] ?? "") ?? 1

  static let words = [
    "--b", "--b--", "\r\n", "\r\n\r\n", "\r\n--b\r\n", "\r\n--b--\r\n", "\r", "\n", "\"", "\\", ";", ":", "=", "name=a",
    "Content-Disposition: form-data; name=\"x\"\r\n\r\n", "Content-Disposition: form-data; filename=", "é", "\0",
  ].map { Array($0.utf8) }

  /// On a thread of its own: it would else hold one of the few on which all other tests run.
  @discardableResult
  static func untilTheEnd(_ body: @escaping @Sendable (inout Seeded) throws -> Void) async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        let result = Result {
          var chance = Seeded(seed)
          var rounds = 0
          let end = ContinuousClock.now + .seconds(seconds)
          while ContinuousClock.now < end {
            for _ in 0..<50 { try body(&chance) }
            rounds += 50
          }
          return rounds
        }
        continuation.resume(with: result)
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  static func piece(_ chance: inout Seeded) -> [UInt8] {
    switch Int.random(in: 0..<3, using: &chance) {
    case 0: words[Int.random(in: words.indices, using: &chance)]
    case 1: (0..<Int.random(in: 0...20, using: &chance)).map { _ in UInt8.random(in: .min ... .max, using: &chance) }
    default: Array("hello".utf8)
    }
  }

  @Test("whatever stands in the parts of a form comes out again")
  func whole() async throws {
    let rounds = try await MultipartFuzzTests.untilTheEnd { chance in
      let mark = "----troupe\(chance.next())"
      let contents = (0..<Int.random(in: 0...5, using: &chance)).map { _ in
        (0..<Int.random(in: 0...4, using: &chance)).flatMap { _ in MultipartFuzzTests.piece(&chance) }
      }
      var body: [UInt8] = []
      for content in contents {
        body += Array("--\(mark)\r\nContent-Disposition: form-data; name=\"n\"; filename=\"f\"\r\n\r\n".utf8) + content
        body += [0x0D, 0x0A]
      }
      body += Array("--\(mark)--\r\n".utf8)
      let form = try Multipart(body, boundary: mark)
      try #require(form.parts.map { Array(body[$0.content]) } == contents, "seed \(MultipartFuzzTests.seed)")
    }
    #expect(rounds > 0)
  }

  @Test("no bytes crash who reads a form, and every part lies within it")
  func rubbish() async throws {
    let taken = Locked(0)
    try await MultipartFuzzTests.untilTheEnd { chance in
      var body = Array("--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n".utf8)
      for _ in 0..<Int.random(in: 0...8, using: &chance) { body += MultipartFuzzTests.piece(&chance) }
      if Bool.random(using: &chance) { body += Array("\r\n--b--".utf8) }
      if Bool.random(using: &chance), !body.isEmpty {
        body[Int.random(in: body.indices, using: &chance)] = UInt8.random(in: .min ... .max, using: &chance)
      }
      guard let form = try? Multipart(body, boundary: "b") else { return }
      taken.withLock { $0 += 1 }
      var last = 0
      for part in form.parts {
        try #require(
          part.content.lowerBound >= last && part.content.upperBound <= body.count, "seed \(MultipartFuzzTests.seed)")
        last = part.content.upperBound
        let hasMark = body[part.content].split(separator: 0x0D, omittingEmptySubsequences: false).dropFirst()
          .contains { $0.starts(with: "\n--b".utf8) }
        try #require(!hasMark, "\(body), seed \(MultipartFuzzTests.seed)")
      }
    }
    #expect(taken.withLock { $0 } > 0)
  }

  @Test("no text crashes who reads names, ranges, types and heads")
  func texts() async throws {
    try await MultipartFuzzTests.untilTheEnd { chance in
      let bytes = (0..<Int.random(in: 0...6, using: &chance)).flatMap { _ in MultipartFuzzTests.piece(&chance) }
      let text = String(decoding: bytes, as: UTF8.self)
      if let name = try? ObjectName(text) {
        try #require(try ObjectName(name.text) == name, "seed \(MultipartFuzzTests.seed)")
        let joined = name.folder.isEmpty ? name.leaf : "\(name.folder)/\(name.leaf)"
        try #require(joined == name.text && !name.leaf.isEmpty, "seed \(MultipartFuzzTests.seed)")
      }
      if let bucket = try? BucketName(text) { try #require(!bucket.text.utf8.contains(UInt8(ascii: "/"))) }
      if case .part(let range) = ByteRange("bytes=\(text)", of: 10) { try #require((0..<10).contains(range)) }
      _ = (HeadWords(text), Multipart.boundary("multipart/form-data; boundary=\(text)"))
      try #require(MediaType.checked(text).utf8.allSatisfy { 0x20...0x7E ~= $0 })
    }
  }
}
