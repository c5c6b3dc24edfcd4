internal import Kernel
internal import Relational
internal import Tokens

/// Decides which hearers see which rows of a batch: by the change's viewers where they suffice, else by a database
/// query for each hearer.
struct RowVisibility {
  private struct Question: Sendable {
    let hearer: Hearer
    let caller: Caller
    let table: Table
    let ids: [String]
  }

  private struct Row: Hashable {
    let table: String
    let id: String
  }

  private let asked: Set<String>
  private var seen: [Hearer: Set<Row>] = [:]

  /// The largest number of concurrent queries, and of rows in one query.
  private static let atOnce = 8
  private static let rows = 500

  init(_ changes: [RowChange], _ hub: isolated Hub) async {
    asked = Set(
      Set(changes.map(\.table)).filter { hub.database.schema.tables[$0]?.policies.seen != nil })
    guard !asked.isEmpty else { return }
    let questions = RowVisibility.questions(about: changes, asked, hub)
    let database = hub.database
    let log = hub.log
    await withTaskGroup(of: (Hearer, [Row]).self) { group in
      func ask(_ question: Question) {
        group.addTask {
          do throws(Failure) { return (question.hearer, try await RowVisibility.answer(question, by: database)) } catch
          {
            // On failure the change is not sent: visibility is unknown.
            log.warning("who may hear a change could not be asked: \(open: error.code)")
            return (question.hearer, [])
          }
        }
      }
      var rest = questions[...]
      for question in rest.prefix(RowVisibility.atOnce) { ask(question) }
      rest = rest.dropFirst(RowVisibility.atOnce)
      for await (hearer, rows) in group {
        seen[hearer, default: []].formUnion(rows)
        if let question = rest.popFirst() { ask(question) }
      }
    }
  }

  func sees(_ hearer: Hearer, _ change: RowChange) -> Bool {
    switch hearer {
    case .service: return true
    case .person(let person) where change.viewers.contains(person): return true
    default:
      guard asked.contains(change.table), change.kind != .delete else { return false }
      return seen[hearer]?.contains(Row(table: change.table, id: change.id)) == true
    }
  }

  /// Returns the queries for listeners who are not viewers of a row.
  private static func questions(
    about changes: [RowChange], _ asked: Set<String>, _ hub: isolated Hub
  ) -> [Question] {
    var wanted: [String: [Hearer: (caller: Caller, ids: Set<String>)]] = [:]
    for change in changes where asked.contains(change.table) && change.kind != .delete {
      guard let table = hub.database.schema.tables[change.table] else { continue }
      let fields = ChangeFields(change)
      for (hearer, members) in hub.groups(for: change, of: table, fields) {
        if hearer == .service { continue }
        if case .person(let person) = hearer, change.viewers.contains(person) { continue }
        guard let member = members.values.first(where: { !$0.bindings(for: change, fields).isEmpty })
        else { continue }
        wanted[change.table, default: [:]][hearer, default: (member.caller, [])].ids.insert(change.id)
      }
    }
    var questions: [Question] = []
    for (name, byHearer) in wanted {
      guard let table = hub.database.schema.tables[name] else { continue }
      for (hearer, want) in byHearer {
        var ids = want.ids.sorted()[...]
        while !ids.isEmpty {
          questions.append(Question(hearer: hearer, caller: want.caller, table: table, ids: Array(ids.prefix(rows))))
          ids = ids.dropFirst(rows)
        }
      }
    }
    return questions
  }

  private static func answer(_ question: Question, by database: any Database) async throws(Failure) -> [Row] {
    let key = question.table.key.first ?? "id"
    var select = Select(question.table, shown: [Shown(key)])
    select.filter = .among(key, question.ids.map { .text($0) })
    let rows = try await database.select(select, as: question.caller)
    return ((try? JSONSlices.items(rows.json[...])) ?? []).compactMap { item in
      guard let value = (try? JSONSlices.members(item))?.first?.value else { return nil }
      return Row(
        table: question.table.name, id: JSONSlices.string(value) ?? String(decoding: value, as: UTF8.self))
    }
  }
}
