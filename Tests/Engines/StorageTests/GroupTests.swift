import Foundation
import Kernel
import Testing

@testable import Storage

/// A record of one of several groups.
private struct Leaf: GroupedRecord {
  static let collection = "leaves"
  var id: ID<Leaf>
  var at: Date
  var twig: UUID
  var when: Date { at }
  var group: UUID { twig }

  init(_ number: Int, of twig: UUID, id: ID<Leaf> = ID(UUID())) {
    self.id = id
    at = Mood.start.addingTimeInterval(Double(number))
    self.twig = twig
  }
}

@Suite("Groups of records")
struct GroupTests {
  @Test("the newest of each group are read, the newest first, and nothing of others", arguments: Ground.allCases)
  func newest(_ ground: Ground) async throws {
    let store = try await Sample(ground).store
    let leaves = try await store.collection(Leaf.self, .owned(.entered))
    let (one, other, none) = (UUID(), UUID(), UUID())
    let ones = (0..<20).map { Leaf($0, of: one) }
    let others = (100..<1_100).map { Leaf($0, of: other) }
    try await store.write { batch throws(Problem) in
      for leaf in ones + others { try batch.save(leaf, in: leaves) }
    }
    let read = try await leaves.opened(ofEach: [one: 3, other: 2, none: 5])
    #expect(read[one]?.map(\.record) == Array(ones.suffix(3).reversed()))
    #expect(read[other]?.map(\.record) == Array(others.suffix(2).reversed()))
    #expect(read[none] == nil && read.count == 2)
    #expect(try await leaves.opened(ofEach: [one: 1_000])[one]?.count == 20)
    #expect(try await leaves.opened(ofEach: [:]).isEmpty)
    #expect(try await leaves.opened(ofEach: [one: -1, other: 0]).isEmpty)
  }

  @Test("a record follows its group, and goes from it when it is deleted or pulled anew", arguments: Ground.allCases)
  func moved(_ ground: Ground) async throws {
    let store = try await Sample(ground).store
    let leaves = try await store.collection(Leaf.self, .owned(.entered))
    let (one, other) = (UUID(), UUID())
    var leaf = Leaf(1, of: one)
    try await leaves.save(leaf)
    leaf.twig = other
    try await leaves.save(leaf, over: .anything)
    #expect(try await leaves.opened(ofEach: [one: 9, other: 9]).mapValues { $0.map(\.record) } == [other: [leaf]])
    try await leaves.delete(leaf.id)
    #expect(try await leaves.opened(ofEach: [other: 9]).isEmpty)
    let pulled = Leaf(2, of: one)
    try await leaves.take([Pulled(id: pulled.id.uuid, rev: "1", fields: try pulled.fields())], cursor: nil)
    #expect(try await leaves.opened(ofEach: [one: 9])[one]?.map(\.record) == [pulled])
  }

  @Test("records that an older version wrote get their groups, and the group is not readable in the file")
  func older() async throws {
    let folder = try TestFolder()
    let key = MasterKey.random()
    let twig = UUID()
    let old = try await Store.open(in: FolderLock(folder.path), key: key)
    let leaf = Leaf(1, of: twig)
    try await old.collection(Leaf.self, .owned(.entered)).save(leaf)
    await old.close()
    try SchemaTests.goBack(to: 2, folder.file)
    let store = try await Store.open(in: FolderLock(folder.path), key: key)
    let leaves = try await store.collection(Leaf.self, .owned(.entered))
    #expect(try await leaves.opened(ofEach: [twig: 9])[twig]?.map(\.record) == [leaf])
    await store.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file))
    let plain = withUnsafeBytes(of: twig.uuid) { Data($0) }
    #expect(bytes.range(of: plain) == nil && !bytes.isEmpty)
  }

  @Test("a row that was moved to another group in the file is left out")
  func manipulated() async throws {
    let folder = try TestFolder()
    let key = MasterKey.random()
    let (one, other) = (UUID(), UUID())
    let (leaf, alien) = (Leaf(1, of: one), Leaf(2, of: other))
    let first = try await Store.open(in: FolderLock(folder.path), key: key)
    let leaves = try await first.collection(Leaf.self, .owned(.entered))
    try await leaves.save(leaf)
    try await leaves.save(alien)
    await first.close()
    try StoreFile(folder.file).execute(
      "UPDATE records SET grouping = (SELECT grouping FROM records ORDER BY version LIMIT 1)")
    let store = try await Store.open(in: FolderLock(folder.path), key: key)
    let read = try await store.collection(Leaf.self, .owned(.entered)).opened(ofEach: [one: 9])
    #expect(read.mapValues { $0.map(\.record) } == [one: [leaf]])
  }
}
