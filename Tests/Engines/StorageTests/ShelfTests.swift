import Foundation
import Kernel
import Testing

@testable import Storage

@Suite("Changes of a shelf, on disk and in memory")
struct ShelfTests {
  @Test("what is stored is told first, then what is saved; deletions count as missed", arguments: Ground.allCases)
  func saves(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let shelf = Shelf<Mood>(sample.store, .local)
    let moods = try await shelf.collection()
    let (old, new) = (Mood(1, note: "old"), Mood(2, note: "new"))
    try await moods.save(old)
    var news = shelf.saves { $0.note ?? "" }.makeAsyncIterator()
    #expect(await news.next()?.news == .said("old"))
    try await moods.save(new)
    #expect(await news.next()?.news == .said("new"))
    try await moods.delete(old.id)
    #expect(await news.next()?.news == .missed(1))
  }

  @Test("each change is told, and several at once to a slow consumer", arguments: Ground.allCases)
  func changes(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let shelf = Shelf<Mood>(sample.store, .local)
    let moods = try await shelf.collection()
    var changes = shelf.changes().makeAsyncIterator()
    #expect(await changes.next() != nil)
    try await moods.save(Mood(1))
    #expect(await changes.next() != nil)
  }

  @Test("nothing is told of a closed store, and the streams end", arguments: Ground.allCases)
  func closed(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    await sample.store.close()
    let shelf = Shelf<Mood>(sample.store, .local)
    var changes = shelf.changes().makeAsyncIterator()
    #expect(await changes.next() == nil)
    var saves = shelf.saves { $0.score }.makeAsyncIterator()
    #expect(await saves.next() == nil)
  }
}
