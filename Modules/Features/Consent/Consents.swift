public import Kernel
internal import Platform

/// The consents of one person: what was agreed to and when, for all of their windows.
public actor Consents: Feature {
  public let core: Core<ConsentState>
  public nonisolated let states: Current<ConsentState>
  public nonisolated let events: Broadcast<ConsentEvent>
  private let needs: ConsentNeeds
  private let time: Time
  private let identifiers: Identifiers
  private let log: Log

  public init(_ plan: ConsentPlan, on context: FeatureContext, needs: ConsentNeeds) {
    core = Core(ConsentState(plan, hasTexts: needs.texts != nil), on: context)
    states = core.states
    events = core.events
    self.needs = needs
    time = context.time
    identifiers = context.identifiers
    log = context.log.from("Consents")
  }

  public func perform(_ effect: ConsentEffect) async -> ConsentAction? {
    switch effect {
    case .load:
      do throws(Problem) {
        // The marks last, since an import writes them first.
        let records = try await needs.load()
        return .loaded(records, imported: try await needs.imported())
      } catch {
        log.warning("The consents could not be read (\(code: error)).")
        return .notLoaded(error)
      }
    case .listen: return nil
    case .loadTexts:
      // Without them the texts of the app are in force.
      let kept = await texts("read") { texts throws(Problem) in try await texts.load() }
      return .restored(kept ?? nil)
    case .fetchTexts:
      return await texts("fetched") { texts throws(Problem) in try await texts.fetch() }.map { .fetched($0) }
    case .keepTexts(let bytes):
      await texts("kept") { texts throws(Problem) in try await texts.keep(bytes) }
      return nil
    case .save(let text, let isGiven, let last, let window):
      let record = ConsentRecord(
        text, isGiven: isGiven, id: identifiers.next(),
        at: max(time.now().date, last.map { $0.addingTimeInterval(0.001) } ?? .distantPast))
      do throws(Problem) {
        try await needs.save(record)
        return .saved(record, in: window)
      } catch {
        log.warning("A consent could not be saved (\(code: error)).")
        return .notSaved(text.id, error, in: window)
      }
    }
  }

  @discardableResult
  private func texts<Result>(
    _ deed: StaticString, _ body: (ConsentNeeds.Texts) async throws(Problem) -> Result
  ) async -> Result? {
    guard let texts = needs.texts else { return nil }
    do throws(Problem) {
      return try await body(texts)
    } catch {
      log.info("Texts for consents could not be \(deed) (\(code: error)).")
      return nil
    }
  }

  public func follow(_ effect: ConsentEffect) -> any Following<ConsentAction> {
    guard effect == .listen else { return AsyncStream { nil } }
    return needs.changes().map { news in news.map({ _ in .changed }, missed: { _ in .changed }) }
  }
}
