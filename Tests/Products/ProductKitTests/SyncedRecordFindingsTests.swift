import Foundation
import Interface
import Kernel
import Relational
import Storage
import Testing

@testable import ProductKit

@Suite("Mistakes in declarations of synced records") struct SyncedRecordFindingsTests {
  typealias Column = SyncedColumn<Book.CodingKeys>

  private static let title = Column.text(.title, "Title", length: 1...500).required
  private static let shelf = Column.word(.shelf, "Shelf", of: Book.Shelf.self).required
  private static let pages = Column.integer(.pages, "Pages", in: 1...10_000)
  private static let addedAt = Column.timestamp(.addedAt, "Time").filled(.now).required

  private func findings(_ columns: Column...) -> [String] {
    SyncedRecord(Book.self, one: "book", many: "books", icon: .book, columns: columns).findings
  }

  @Test("a key without a column is named with its record")
  func missing() {
    #expect(
      findings(SyncedRecordFindingsTests.title, SyncedRecordFindingsTests.shelf, SyncedRecordFindingsTests.addedAt)
        == ["Book: The key `pages` has no column. Declare it, or remove the key."])
  }

  @Test("a column that is declared twice is named once")
  func twice() {
    typealias Own = SyncedRecordFindingsTests
    #expect(
      findings(Own.title, Own.shelf, Own.pages, Own.pages, Own.addedAt)
        == ["Book: The column `pages` is declared twice."])
  }

  @Test("a column of every table is not declared again, and a key is not declared as unread")
  func names() {
    typealias Own = SyncedRecordFindingsTests
    #expect(
      findings(
        .uuid(.id, .hidden), Own.title, Own.shelf, Own.addedAt, .unread(.integer("pages", "Pages", in: 1...2)),
        .unread(.timestamp("edited_at", .hidden))) == [
          "Book: The key `pages` has no column. Declare it, or remove the key.",
          "Book: The column `id` is one that every table has. Remove it here.",
          "Book: The column `pages` is declared as unread, but is a key of the record.",
          "Book: The column `edited_at` is one that every table has. Remove it here.",
        ])
  }

  @Test("a column that may be null is found where the record cannot be read then")
  func nullable() {
    typealias Own = SyncedRecordFindingsTests
    #expect(
      findings(.text(.title, "Title", length: 1...500), Own.shelf, Own.pages, Own.addedAt) == [
        "Book: The column `title` may be null, but the record cannot be read then. Make the column required, or decode "
          + "the key with `decodeIfPresent`."
      ])
  }

  @Test("a required column is found where the record may send no value")
  func required() {
    typealias Own = SyncedRecordFindingsTests
    #expect(
      findings(Own.title, Own.shelf, Own.pages.required, Own.addedAt) == [
        "Book: The column `pages` is required, but the record may have no value for it. Make the property one that is "
          + "not optional, or the column one that is not required."
      ])
  }

  @Test("a column of another type than the property is named")
  func types() {
    typealias Own = SyncedRecordFindingsTests
    #expect(
      findings(Own.title, Own.shelf, .text(.pages, "Pages", length: 1...9), Own.addedAt) == [
        "Book: A row with a value in every column cannot be read. A record of books could not be read: its field pages "
          + "is missing or of another type. Give the column the type of the property, or an `example`."
      ])
    #expect(
      findings(.timestamp(.title, "Title").required, Own.shelf, Own.pages, Own.addedAt) == [
        "Book: The column `title` is of type timestamp, but the record writes \"2026-11-21T12:00:00.25Z\"."
      ])
    // A server's whole number decodes as an Int, one with a fraction does not.
    #expect(
      findings(Own.title, Own.shelf, .double(.pages, "Pages", in: 1...9), Own.addedAt).first?.contains("pages") == true)
  }

  @Test("a word that the column allows and the record does not know is named")
  func words() {
    enum Wider: String, CaseIterable { case wanted, read, lent }
    typealias Own = SyncedRecordFindingsTests
    #expect(
      findings(Own.title, .word(.shelf, "Shelf", of: Wider.self).required, Own.pages, Own.addedAt)
        == ["Book: The column `shelf` allows \"lent\", but the record cannot be read with it."])
  }

  @Test("an example replaces the values with which a column is tried")
  func examples() {
    enum Other: String, CaseIterable { case lent, wanted }
    typealias Own = SyncedRecordFindingsTests
    let shelf = Column.word(.shelf, "Shelf", of: Other.self).required
    #expect(findings(Own.title, shelf, Own.pages, Own.addedAt).first?.contains("shelf") == true)
    #expect(findings(Own.title, shelf.example(.text("read")), Own.pages, Own.addedAt) == [])
  }

  @Test("a record without the key `id` is found")
  func identifier() {
    struct Nameless: Syncable {
      static let collection = "nameless"
      var text: String
      var id: ID<Nameless> { ID(named: text) }
      var when: Date { Date(timeIntervalSince1970: 0) }
      enum CodingKeys: String, ColumnKey { case text }
    }
    let record = SyncedRecord(
      Nameless.self, one: "one", many: "many", icon: .list, columns: [.text(.text, "Text", length: 1...9).required])
    #expect(record.findings == ["Nameless: There is no key `id`. Every record has one."])
  }

  @Test("a reference that a policy cannot tell apart, and one to a later record, are found")
  func references() {
    struct Chapter: Syncable {
      static let collection = "chapters"
      let id: ID<Chapter>
      var title: UUID
      var when: Date { Date(timeIntervalSince1970: 0) }
      enum CodingKeys: String, ColumnKey { case id, title }
    }
    func chapters(of whose: RecordReference.Whose) -> SyncedRecord {
      SyncedRecord(
        Chapter.self, one: "chapter", many: "chapters", icon: .book,
        columns: [.uuid(.title, .hidden, to: SyncedRecordTests.books, of: whose).required])
    }
    #expect(
      chapters(of: .owner).findings == [
        "Chapter: The column `title` refers to `books`, which has a column of that name. A policy cannot tell them "
          + "apart; rename one."
      ])
    let free = chapters(of: .anyone)
    #expect(free.table.policies == .owner)
    #expect([SyncedRecordTests.books, free].findings == [])
    #expect(
      [free, SyncedRecordTests.books].findings
        == ["Chapter: The column `title` refers to `books`, which the list does not name before it."])
  }

  @Test("a collection that two records of a list have is found")
  func collections() {
    #expect(
      [SyncedRecordTests.books, SyncedRecordTests.books].findings
        == ["Book: The collection `books` is in the list twice."])
  }
}
