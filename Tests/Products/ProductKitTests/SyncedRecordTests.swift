import Foundation
import Interface
import Kernel
import Offline
import Relational
import Storage
import Sync
import Testing

@testable import ProductKit

struct Book: Syncable {
  static let collection = "books"
  enum Shelf: String, Codable, CaseIterable { case wanted, read }

  let id: ID<Book>
  var title: String
  var shelf: Shelf
  var pages: Int?
  var addedAt: Date
  var when: Date { addedAt }

  enum CodingKeys: String, ColumnKey {
    case id, title, shelf, pages
    case addedAt = "added_at"
  }
}

struct Loan: Syncable {
  static let collection = "loans"

  let id: ID<Loan>
  let book: UUID
  let lender: UUID
  let borrower: UUID
  var begins: String
  var ends: String?
  var when: Date { Date(timeIntervalSince1970: 0) }

  enum CodingKeys: String, ColumnKey {
    case id, book, lender, borrower
    case begins = "begins_on"
    case ends = "ends_on"
  }
}

@Suite("Declarations of synced records") struct SyncedRecordTests {
  static let books = SyncedRecord(
    Book.self, one: "book", many: "books", icon: .book, editing: Route(["books"]), priority: .done, conflicts: .merge,
    columns: [
      .text(.title, "Title", length: 1...500).required,
      .word(.shelf, "Shelf", of: Book.Shelf.self) { $0 == .read ? "Read" : "Wanted" }.required.usually(
        Book.Shelf.wanted),
      .integer(.pages, .hidden, in: 1...10_000, as: .unit("pages")),
      .unread(.text("cover", "Cover", length: 1...100)),
      .timestamp(.addedAt, "Time").filled(.now).required,
    ],
    rules: [.unique(perOwner: .title), .index(.shelf, .addedAt)])

  @Test("a record's table, its words and its place in the sync follow from one declaration")
  func derived() {
    var table = Table.owned(
      "books",
      [
        .text("title").required, .text("shelf").required.usually("'wanted'"), .integer("pages"), .text("cover"),
        .timestamp("added_at").filled(.now).required,
      ],
      checks: [
        .length("title", 1...500), .word("shelf", ["wanted", "read"]), .range("pages", 1...10_000),
        .length("cover", 1...100),
      ])
    table.uniques = [["owner", "title"]]
    table.indexes.append(["shelf", "added_at"])
    #expect(SyncedRecordTests.books.table == table)
    #expect(
      SyncedRecordTests.books.words
        == .init(
          "books", one: "book", many: "books", icon: .book,
          fields: [
            .init("title", "Title"), .init("shelf", "Shelf", .words(["wanted": "Wanted", "read": "Read"])),
            .init("pages", "pages", .hidden), .init("cover", "Cover"), .init("added_at", "Time"),
          ], editing: Route(["books"]),
          refusals: [
            "title_length": "Title must have 1 to 500 characters.",
            "shelf_word": "Shelf has a value that the server does not know.",
            "pages_range": "A part of the entry must be from 1 to 10000 pages.",
            "cover_length": "Cover must have 1 to 100 characters.",
          ]))
    #expect(SyncedRecordTests.books.kind == SyncedKind("books", policy: .merge))
    #expect(SyncedRecordTests.books.findings == [])
  }

  @Test("a table that two people share, with conditions in keys, has no other names than the record's")
  func shared() {
    let loans = SyncedRecord(
      Loan.self, one: "loan", many: "loans", icon: .book, conflicts: .server,
      access: .people(
        [.lender], seen: "\(.borrower) = auth.uid()", seenBy: [.borrower],
        inserted: "owner = auth.uid() and \(.lender) = auth.uid()",
        updated: "\(.lender) = auth.uid() or \(SyncedRecordTests.isMine(.borrower))"),
      columns: [
        .uuid(.book, .hidden, to: SyncedRecordTests.books, cascades: false).required,
        .owner(.lender),
        .uuid(.borrower, .hidden).required.check("borrower_is_another", "\(.borrower) <> \(.lender)"),
        .date(.begins, "From").required,
        .date(.ends, "Until").check("ends_after", "\(.ends) >= \(.begins)"),
      ],
      rules: [
        .unique(.book, .begins),
        .unchanged(.lender, refusal: "A loan stays with its lender."),
        .transition("ended_once", "old.\(.ends) is null", refusal: "This loan has ended already."),
      ])
    let own = "exists (select 1 from books as b where b.id = book and b.owner = auth.uid())"
    var table = Table(
      "loans",
      Table.synced([
        .uuid("book").required.refers(to: "books", cascades: false), .uuid("lender").filled(.caller).required,
        .uuid("borrower").required, .date("begins_on").required, .date("ends_on"),
      ]),
      policies: Policies(
        viewers: ["lender"], seen: "borrower = auth.uid()", seenBy: ["borrower"],
        inserted: "owner = auth.uid() and lender = auth.uid() and \(own)",
        updated: "lender = auth.uid() or borrower = auth.uid()",
        updatedTo: "(lender = auth.uid() or borrower = auth.uid()) and \(own)"))
    table.indexes = [["lender", "rev"], ["borrower", "rev"]]
    table.uniques = [["book", "begins_on"]]
    table.checks = [
      .same("lender", "owner"), Check("borrower_is_another", "borrower <> lender"),
      Check("ends_after", "ends_on >= begins_on"),
    ]
    table.transitions = [
      Transition(
        "unchanged",
        "(new.owner = old.owner or (new.owner is null and old.owner is null)) and "
          + "(new.lender = old.lender or (new.lender is null and old.lender is null))",
        refusal: "A loan stays with its lender."),
      Transition("ended_once", "old.ends_on is null", refusal: "This loan has ended already."),
    ]
    #expect(loans.table == table)
    #expect(loans.kind.policy == .server)
    #expect([SyncedRecordTests.books, loans].findings == [])
  }

  /// A condition that several records share.
  private static func isMine<Key>(_ key: Key) -> RecordSQL<Key> { "\(key) = auth.uid()" }

  @Test("a product's list yields its tables and words in the same order, and settings are synced besides")
  func lists() {
    let records = [SyncedRecordTests.books, .settings]
    #expect(records.tables.map(\.name) == ["books", "settings"])
    #expect(records.words.kinds.map(\.collection) == ["books", "settings"])
    #expect(records.kinds.map(\.collection) == ["books", "settings"])
    #expect(SyncedRecord.settings.kind == SyncedKind("settings", policy: .clock("clock"), isNamed: true))
  }

  @Test("a default with an apostrophe is quoted")
  func quoted() {
    let column: SyncedColumn<Book.CodingKeys> = .text(.title, "Title", length: 1...9).usually("it's")
    #expect(column.column == .text("title").usually("'it''s'"))
  }

  @Test("every kind of access has the indexes by which its readers pull")
  func indexes() {
    typealias Access = RecordAccess<Loan.CodingKeys>
    #expect(
      Access.owner.indexes
        == [["owner", "rev"], ["owner", "edited_at"], ["owner", "updated_at"], ["owner", "created_at"]])
    let open = Access.owner(seenWhile: "\(.ends) is null")
    #expect(open.indexes == [["owner", "rev"], ["rev"]])
    #expect(open.policies.select == "owner = auth.uid() or (ends_on is null)")
    #expect(open.policies.inserted == Policies.owner.inserted)
    let named = Access.owner(seenWhile: "\(.borrower) = auth.uid()", by: [.borrower])
    #expect(named.indexes == [["owner", "rev"], ["borrower", "rev"]])
    #expect(named.policies.seenBy == ["borrower"])
    #expect(Access.people([.lender], seen: "true", inserted: "false").indexes == [["lender", "rev"], ["rev"]])
  }
}
