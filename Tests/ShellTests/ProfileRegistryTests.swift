import Cadence
import Foundation
import Kernel
import ShellTesting
import Testing
import YHealth

@testable import Shell

@Suite("A profile registry") struct ProfileRegistryTests {
  private let folder = TestFolder()

  /// The problem that kept a profile from opening; nil when it opened.
  private func refusal(_ registry: ProfileRegistry, _ profile: String = "me") async -> Problem? {
    do {
      _ = try await registry.person(.yhealth, profile)
      return nil
    } catch { return error }
  }

  @Test(
    "Opens a profile once for concurrent requests, and other profiles and products separately",
    .timeLimit(.minutes(10)))
  func once() async throws {
    let begun = Locked(0)
    let registry = ProfileRegistry(
      home: .folder(folder.path),
      attending: { _ in
        begun.withLock { $0 += 1 }
        return {}
      })
    let persons = await withTaskGroup(of: Person?.self) { group in
      for _ in 0..<50 { group.addTask { try? await registry.person(.yhealth, "me") } }
      var persons: [Person] = []
      for await person in group { if let person { persons.append(person) } }
      return persons
    }
    #expect(persons.count == 50 && Set(persons.map(ObjectIdentifier.init)).count == 1)
    #expect(begun.withLock { $0 } == 1)
    // Another profile and another product belong to other persons.
    #expect(try await registry.person(.yhealth, "bob") !== persons.first)
    #expect(try await registry.person(.cadence, "me") !== persons.first)
    #expect(begun.withLock { $0 } == 3)
    await registry.close()
  }

  @Test("Tries to open a profile again on the next request after a failure")
  func again() async throws {
    let holder = try await Person.test(home: .folder(folder.path))
    let registry = ProfileRegistry(home: .folder(folder.path))
    #expect(await refusal(registry)?.code == "profile-in-use")
    #expect(await refusal(registry, "../x")?.code == "bad-name")
    await holder.close()
    #expect(await refusal(registry) == nil)
    await registry.close()
  }

  @Test("Lists a product's profiles, open or on disk, sorted by name")
  func profiles() async throws {
    let first = ProfileRegistry(home: .folder(folder.path))
    #expect(await first.profiles(of: .yhealth).isEmpty)
    for name in ["zoe", "ann"] { _ = try await first.person(.yhealth, name) }
    await first.close()
    let second = ProfileRegistry(home: .folder(folder.path))
    _ = try await second.person(.yhealth, "max")
    // A folder that was never opened is not a profile.
    try FileManager.default.createDirectory(atPath: "\(folder.path)/yhealth/copy", withIntermediateDirectories: true)
    #expect(await second.profiles(of: .yhealth) == ["ann", "max", "zoe"])
    #expect(await second.profiles(of: .cadence).isEmpty)
    await second.close()
    let nowhere = ProfileRegistry(home: .memory)
    _ = try await nowhere.person(.yhealth, "me")
    #expect(await nowhere.profiles(of: .yhealth) == ["me"])
    await nowhere.close()
  }

  @Test("Closing ends attendance while the profile is open, releases its folder and refuses later requests")
  func closing() async throws {
    let heard = Locked<[String]>([])
    let path = folder.path
    let registry = ProfileRegistry(
      home: .folder(path),
      attending: { person in
        heard.withLock { $0.append("began \(person.profile)") }
        return {
          // The profile is still open, so it cannot be opened again.
          let isHeld = (try? await Person.open(.yhealth, home: .folder(path))) == nil
          heard.withLock { $0.append(isHeld ? "ended while open" : "ended too late") }
        }
      })
    let person = try await registry.person(.yhealth, "me")
    await person.window().close()
    await registry.close()
    #expect(heard.withLock { $0 } == ["began me", "ended while open"])
    #expect(await refusal(registry)?.code == "closing")
    let next = try await Person.test(home: .folder(path))
    await next.close()
  }

  @Test("Closing refuses a profile that is still being opened, and releases its folder", .timeLimit(.minutes(10)))
  func late() async throws {
    let (reached, reach) = AsyncStream.makeStream(of: Void.self)
    let gate = Gate()
    let registry = ProfileRegistry(
      home: .folder(folder.path),
      attending: { person in
        guard person.profile == "me" else { return {} }
        reach.yield()
        await gate.passed()
        return {}
      })
    async let asked = refusal(registry)
    var arrivals = reached.makeAsyncIterator()
    await arrivals.next()
    async let closed: Void = registry.close()
    // A request that is refused here was made after closing began.
    while await refusal(registry, "bob")?.code != "closing" { await Task.yield() }
    gate.open()
    await closed
    #expect(await asked?.code == "closing")
    let next = try await Person.test(home: .folder(folder.path))
    await next.close()
  }
}
