import Kernel
import Testing

@testable import Auth

@Suite("Passwords")
struct PasswordsTests {
  @Test("a hash verifies its own password and no other")
  func verified() async throws {
    let passwords = Passwords(.least)
    let hash = try await passwords.hash("correct horse")
    #expect(hash.hasPrefix("$argon2id$"))
    #expect(try await passwords.verify("correct horse", hash))
    #expect(try await !passwords.verify("correct horsf", hash))
    #expect(try await !passwords.verify("", hash))
    #expect(try await !passwords.verify("correct horse", nil))
    #expect(try await passwords.hash("correct horse") != hash)
    let empty = try await passwords.hash("nul\0here")
    #expect(try await !passwords.verify("nul", empty))
  }

  @Test("a hash of another cost is outdated, and a malformed hash verifies nothing")
  func costs() async throws {
    let hash = try await Passwords(.least).hash("x")
    #expect(!Passwords(.least).isOutdated(hash) && Passwords(.interactive).isOutdated(hash))
    #expect(try await !Passwords(.least).verify("x", "rubbish"))
  }

  @Test("requests beyond the queue are refused; a later one succeeds")
  func crowded() async throws {
    let passwords = Passwords(.least, threads: 1, most: 2)
    let gate = Locked(0)
    let results = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 {
        group.addTask {
          do {
            _ = try await passwords.hash("x")
            return true
          } catch {
            gate.withLock { $0 += 1 }
            return false
          }
        }
      }
      return await group.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(results.contains(true))
    #expect(results.count(where: { !$0 }) == gate.withLock { $0 })
    // A refused request occupies no place in the queue.
    #expect(try await passwords.verify("x", try await passwords.hash("x")))
  }
}
