internal import Commands
internal import JSON
internal import Kernel
internal import Owner
internal import Shell
internal import SyncWell

extension Tools {
  private static let dryRun = Option(
    name: "dry-run", value: nil, words: "now: says what would be done, and does nothing")
  static let sync = Tool(
    name: "sync", summary: "what waits for the server, what it said, and to send it now",
    operands: "status|now|queue|conflicts|history", options: ProfileOpening.options + [dryRun, .json],
    details: """
      status      how it stands        queue       every change that waits, with its state and reason
      now         sends and asks now   conflicts   what needs a decision      history  what lost one

      SyncWell tells of its syncs between apps: status of each, queue of their next runs, conflicts between two apps, and
      history of the historical sync. "now" runs all that are neither paused nor without a connection.

      While another process has the profile open, it is that one that answers.
      """,
    run: { given throws(Problem) in
      guard let word = given.operands.first, given.operands.count == 1 else {
        throw .usage("The subcommand is missing. Use status, now, queue, conflicts or history.", help: "sync")
      }
      let known = SyncAsk.allCases.filter { $0 != .preview }.map(\.rawValue)
      guard known.contains(word), var ask = SyncAsk(rawValue: word) else {
        throw .usage("`troupe sync` has no “\(word.prefix(40))”.", near: word, among: known, help: "sync")
      }
      if given.has(dryRun) {
        guard ask == .now else { throw .usage("--dry-run belongs to `troupe sync now`.", help: "sync") }
        ask = .preview
      }
      let answer = try await answer(to: ask, given)
      Output.text(given.has(.json) ? "\((try? JSON.text(answer)) ?? "null")\n" : words(answer))
      return 0
    })

  private static func answer(to ask: SyncAsk, _ given: Arguments) async throws(Problem) -> JSON {
    let product = try ProfileOpening.product(given)
    try ProfileOpening.checkThere(product, given)
    return try await RunSettings.use(given) { setting throws(Problem) in
      switch try await ProfileOpening.entrance(product, given, in: setting) {
      case .through(let visit): return try await visit.ask("sync", ["what": .string(ask.rawValue)])
      case .here(let person, let owner):
        // Opening a window loads the account and starts the sync, which a preview must not.
        let window = ask == .preview && product.id == Product.syncwell.id ? nil : await person.window()
        let answer = await Result.of { () throws(Problem) in try await person.sync(ask) }
        await window?.close()
        await owner?.stop()
        await person.close()
        return try answer.get()
      }
    }
  }

  // MARK: Text output

  private static func words(_ answer: JSON) -> String {
    switch answer {
    case .array(let rows) where rows.isEmpty: "Nothing.\n"
    case .array(let rows): rows.map { line($0) + "\n" }.joined()
    default: line(answer).replacing(", ", with: "\n") + "\n"
    }
  }

  private static func line(_ row: JSON) -> String {
    (row.object ?? [:]).sorted { $0.key < $1.key }.compactMap { key, value -> String? in
      value == .null ? nil : "\(key): \(value.string ?? (try? JSON.text(value)) ?? "")".harmless
    }.joined(separator: ", ")
  }
}

extension Result where Failure == Problem {
  fileprivate static func of(_ body: () async throws(Problem) -> Success) async -> Result {
    do throws(Problem) { return .success(try await body()) } catch { return .failure(error) }
  }
}
