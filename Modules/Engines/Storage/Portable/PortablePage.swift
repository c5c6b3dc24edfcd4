public import Kernel
public import Platform

/// Some records of a collection, still sealed, to be written as text. Finding them takes the store's thread; opening and
/// writing them does not.
public struct PortablePage: Sendable {
  /// The most records of one page.
  public static let most = 2000

  private let harvest: Harvest
  private let key: MasterKey?
  /// Where the next page begins.
  public let last: Int64

  fileprivate init(_ harvest: Harvest, _ key: MasterKey?, last: Int64) {
    self.harvest = harvest
    self.key = key
    self.last = last
  }

  public var count: Int { harvest.stalks.count }

  /// The text of the records: a line of JSON for each, separated by commas, and a line of a table with those columns.
  public struct Text: Sendable {
    public var json: [UInt8] = []
    public var table: [UInt8] = []
    public var count = 0
    /// Records that could not be opened or read.
    public var damaged = 0
  }

  /// The names of the fields of these records, in order of their first appearance.
  public func names() -> [String] {
    var (names, known): ([String], Set<String>) = ([], [])
    let writer = RowText()
    visit(
      writer,
      { at in
        while try writer.source.byte(at) != Tag.end.rawValue {
          let name = String(decoding: try writer.name(&at), as: UTF8.self)
          if known.insert(name).inserted { names.append(name) }
          at = try writer.source.end(of: at)
        }
      })
    return names
  }

  /// Writes the records. `columns` are the names of fields; what a record has beside them goes into a last column, as
  /// JSON. With `only`, other records are left out.
  public func text(columns: [String], only: Set<UUID>? = nil) -> Text {
    var text = Text()
    let writer = RowText()
    let places = Dictionary(columns.enumerated().map { (Array($1.utf8), $0) }, uniquingKeysWith: { first, _ in first })
    var cells = [[UInt8]](repeating: [], count: columns.count)
    var more: [UInt8] = []
    /// The place of the field expected next: records of one type have theirs in one order.
    var order: [(name: [UInt8], place: Int?)] = []
    text.damaged = visit(writer, only: only) { id, when, form, start in
      let before = writer.json.count
      if text.count > 0 { writer.json += ",\n".utf8 }
      writer.json += "{\"id\":\"".utf8
      withUnsafeBytes(of: id.uuid) { RowText.append(identifier: $0, to: &writer.json) }
      writer.json += "\",\"when\":".utf8
      RowText.append(instant: when, to: &writer.json)
      writer.json += ",\"form\":\(form),\"fields\":".utf8
      do {
        _ = try writer.append(start)
        writer.json.append(UInt8(ascii: "}"))
        for index in cells.indices { cells[index].removeAll(keepingCapacity: true) }
        more.removeAll(keepingCapacity: true)
        var at = start + 1
        var field = 0
        while try writer.source.byte(at) != Tag.end.rawValue {
          let name = try writer.name(&at)
          if field >= order.count || !order[field].name.elementsEqual(name) {
            let found = Array(name)
            order.removeLast(order.count - min(field, order.count))
            order.append((found, places[found]))
          }
          if let place = order[field].place {
            at = try writer.cell(at, into: &cells[place])
          } else {
            let start = writer.json.count
            writer.json.append(contentsOf: more.isEmpty ? "{".utf8 : ",".utf8)
            RowText.append(string: name, to: &writer.json)
            writer.json.append(UInt8(ascii: ":"))
            at = try writer.append(at)
            more += writer.json[start...]
            writer.json.removeLast(writer.json.count - start)
          }
          field += 1
        }
      } catch {
        writer.json.removeLast(writer.json.count - before)
        throw error
      }
      text.count += 1
      for cell in cells {
        text.table += cell
        text.table.append(UInt8(ascii: ","))
      }
      if !more.isEmpty {
        more.append(UInt8(ascii: "}"))
        more.withUnsafeBytes { RowText.append(cell: $0, to: &text.table) }
      }
      text.table += "\r\n".utf8
    }
    text.json = writer.json
    return text
  }

  private func visit(_ writer: RowText, _ body: (inout Int) throws -> Void) {
    _ = visit(writer) { _, _, _, start in
      var at = start + 1
      try body(&at)
    }
  }

  /// Opens each record for `body`. Returns the number of those that could not be read.
  @discardableResult
  private func visit(
    _ writer: RowText, only: Set<UUID>? = nil,
    _ body: (_ id: UUID, _ when: Double, _ form: Int, _ start: Int) throws -> Void
  ) -> Int {
    harvest.visit(Sealer(key)) { stalk, opened in
      if let only, !only.contains(stalk.id) { return }
      try writer.source.use(opened) {
        let (form, start) = try Row.open(writer.source)
        try body(stalk.id, stalk.when, form, start)
      }
    }
  }
}

extension Store {
  /// The records of a collection after `cursor`, beginning with zero, oldest change first; nil after the last. A record
  /// that changes meanwhile comes again later.
  public func page(of collection: String, after cursor: Int64) async throws(Problem) -> PortablePage? {
    let harvest = try await keeper.read { ledger throws(Problem) in
      guard let number = try ledger.tables.everyCollection().first(where: { $0.name == collection })?.number else {
        return Harvest?.none
      }
      var harvest = Harvest(collection: number)
      try ledger.tables.scan(number, after: cursor, limit: PortablePage.most) { id, version, when, state, sealed in
        harvest.add(id, version, when, state, sealed)
      }
      return harvest
    }
    guard let harvest, let last = harvest.stalks.last?.version else { return nil }
    return PortablePage(harvest, key, last: last)
  }

  /// Opens every collection that a feature has announced with a `Shelf`, so that all of them are known.
  public func openAnnounced() async throws(Problem) {
    for open in announced { try await open(self) }
  }
}
