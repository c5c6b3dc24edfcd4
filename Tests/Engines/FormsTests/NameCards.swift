import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Mode
import Storage
import Testing

/// A card with a person's name, stored on the device.
struct NameCard: Kept {
  static let collection = "name_cards"
  static let own = ID<NameCard>(named: "own")

  var id: ID<NameCard> { NameCard.own }
  let name: String
  let height: Double?
  let at: Date
  var when: Date { at }
}

struct KeptCard: Sendable, Equatable, Undoable {
  let card: NameCard
  let version: Version

  var undoKey: String { "card" }
}

enum NameForm: String, FormIdentity {
  static let drafts = "name_drafts"
  static let mostDrafts = 3

  enum Field: String, FormFieldName, CaseIterable {
    case name, height, about, city, pets, born, alarm, news, email, password, warmth

    static let standing: Set<Field> = [.alarm]
  }

  typealias Stored = KeptCard

  case own, guest

  func inputs(_ values: FormValues<Field>, at now: Moment) -> [FormInput<Field>] {
    let name = FormInput<Field>(.name, "Name", .text(longest: 20)) {
      $0.isRequired = true
      $0.missing = "Enter your name."
      $0.purpose = .name
    }
    guard self == .guest else { return [name, FormInput(.height, "Height", .number("cm", in: 30...260))] }
    return [
      name,
      FormInput(.about, "About you", .text(longest: 500, isLong: true)) { $0.isDeepOnly = true },
      FormInput(
        .city, "City", .one([FormOption("zrh", "Zürich"), FormOption("ber", "Berlin")], isFolded: true) { _ in "zrh" }),
      FormInput(.pets, "Pets", .several(.words(["cat", "guinea pig"]))) { $0.isRequired = true },
      FormInput(.born, "Birthday", .day) { $0.example = "1990-05-17" },
      FormInput(.alarm, "Alarm", .time), FormInput(.news, "Newsletter", .toggle) { $0.hint = "Once a month." },
      FormInput(.email, "Email", .email) {
        $0.isRequired = true
        $0.example = "name@example.org"
      },
      FormInput(.password, "Password", .password()) { $0.isRequired = true },
      FormInput(.warmth, "Warmth", .scale(1...5, usual: 3) { "\($0) of 5" }) { $0.isOptional = true },
    ]
  }

  func check(_ form: Form<NameForm>, _ reader: inout FormReader<Field>) {
    for input in inputs(form.values, at: reader.now) { reader.check(input) }
    if let height = Double(form.values[.height]), height > 220 { reader.doubt("You are \(Int(height)) cm tall.") }
  }

  func version(of stored: KeptCard) -> Version? { stored.version }

  func values(of stored: KeptCard, at moment: Moment) -> FormValues<Field> {
    FormValues([.name: stored.card.name, .height: stored.card.height.map { "\($0)" } ?? ""])
  }
}

struct NameState: FormDeciding {
  struct Local: FormHolding {
    var forms = FormTable<NameForm>()
    var undos = UndoOffers<KeptCard>()
  }

  enum Action: Sendable, Equatable {
    case begin
    case form(FormAnswer<NameForm>)
    case saved(KeptCard, NameForm, in: WindowID, ID<FormDraft<NameForm>>)
    case notSaved(NameForm, in: WindowID, Problem)
    case overtaken(KeptCard?, NameForm, in: WindowID)
    case undoEnds(String, in: WindowID)
  }

  enum LocalAction: Sendable, Equatable {
    case appeared(NameForm)
    case left(NameForm)
    case form(FormAction<NameForm>)
    case delete
    case undo(KeptCard)
    case dismissUndos
  }

  enum Effect: Sendable, Equatable {
    case form(FormEffect<NameForm>)
    case save(NameCard, Version?, NameForm, in: WindowID, ID<FormDraft<NameForm>>)
    case awaitUndo(String, until: Date, in: WindowID)
  }

  var card: KeptCard?
  var drafts: [FormDraft<NameForm>] = []
  var windows = WindowStates<Local>()

  static func effect(_ effect: FormEffect<NameForm>) -> Effect { .form(effect) }

  func fresh(_ name: NameForm, in window: WindowID, at now: Moment) -> Form<NameForm>? {
    var form = Form(name, in: window)
    if let card, name == .own { form.fill(with: card, at: now) }
    return form
  }

  mutating func receive(_ action: LocalAction, from window: WindowID, at now: Moment) -> [Step<Effect, Never>] {
    switch action {
    case .appeared(let name):
      guard !findsInput(name, in: window), var form = fresh(name, in: window, at: now) else { return [] }
      recover(&form)
      windows[window].forms[name] = form
    case .left(let name): leave(name, in: window)
    case .form(let action): return decide(action, in: window, at: now)
    case .delete:
      guard let card else { return [] }
      self.card = nil
      let until = windows[window].undos.offer(card, at: now)
      return [.run(.awaitUndo("card", until: until, in: window), UndoOffers<KeptCard>.lane("card", in: window))]
    case .undo(let card):
      self.card = card
      windows[window].undos.remove(card.undoKey)
    case .dismissUndos: return windows[window].undos.dismiss(in: window).map { .stop($0) }
    }
    return []
  }

  mutating func save(_ name: NameForm, in window: WindowID, at now: Moment) -> [Step<Effect, Never>] {
    guard let form = ready(name, in: window, at: now) else { return [] }
    var reader = form.reader(at: now)
    let card = NameCard(
      name: reader.text(.name) ?? "", height: reader.fraction(.height, in: 30...260), at: now.date)
    return [.run(.save(card, form.version, name, in: window, form.draft), Self.writing(form.draft))]
  }

  mutating func receive(_ action: Action, at now: Moment) -> [Step<Effect, Never>] {
    switch action {
    case .begin: return findDrafts
    case .form(let answer): take(answer, at: now)
    case .saved(let kept, let name, let window, let draft):
      card = kept
      stored(kept, by: name, in: window, dropping: draft)
    case .notSaved(let name, let window, let problem): return notStored(name, in: window, problem)
    case .overtaken(let newer, let name, let window):
      card = newer
      guard var form = windows[window].forms[name] else { return findDrafts }
      let isSame = form.overtaken(by: newer, at: now)
      if isSame { form.phase = .editing }
      windows[window].forms[name] = form
      return isSame ? save(name, in: window, at: now) : []
    case .undoEnds(let key, let window): windows[window].undos.expire(key)
    }
    return []
  }

  mutating func closed(_ local: Local, of window: WindowID, at now: Moment) -> [Step<Effect, Never>] {
    orphan(local, at: now)
    return []
  }

  func screen(_ name: NameForm, in surroundings: Surroundings, at window: WindowID) -> Screen<LocalAction> {
    let local = windows[window]
    let does: @Sendable (FormAction<NameForm>) -> LocalAction = { .form($0) }
    let form = form(name, in: window, at: surroundings.now)
    let undo =
      local.undos.isEmpty
      ? []
      : [
        local.undos.notice("Card deleted.", dismiss: LocalAction.dismissUndos, named: { $0.card.name }) { .undo($0) }
      ]
    return Screen(
      Route([name.rawValue]), title: "Name",
      nodes: [.heading("Name", level: 1)] + undo
        + (form.map { form in
          form.notices(in: surroundings, does: does) + form.fields(in: surroundings, does: does)
            + form.buttons(does: does)
        } ?? []), dialog: local.forms.question?.dialog(does: does))
  }
}

actor NameCards: Feature {
  let core: Core<NameState>
  nonisolated let states: Current<NameState>
  nonisolated let events: Broadcast<Never>
  let shelf: Shelf<NameCard>
  let drafts: Shelf<FormDraft<NameForm>>
  let needs: DraftNeeds<NameForm>
  let context: FeatureContext
  let isFull: Locked<Bool>

  init(on context: FeatureContext, _ store: Store, isFull: Locked<Bool>) {
    core = Core(NameState(), on: context)
    states = core.states
    events = core.events
    shelf = Shelf(store, .local)
    drafts = Shelf(store, .local)
    var needs = DraftNeeds(drafts)
    let keep = needs.keep
    needs.keep = { draft throws(Problem) in
      if isFull.withLock({ $0 }) { throw .full }
      try await keep(draft)
    }
    self.needs = needs
    self.context = context
    self.isFull = isFull
  }

  func perform(_ effect: NameState.Effect) async -> NameState.Action? {
    switch effect {
    case .form(let effect): return await needs.carryOut(effect, context.log).map { .form($0) }
    case .save(let card, let version, let name, let window, let draft):
      do throws(Problem) {
        if isFull.withLock({ $0 }) { throw .full }
        let (cards, drafts) = (try await shelf.collection(), try await drafts.collection())
        try await shelf.write { batch throws(Problem) in
          try batch.save(card, over: version.map { .version($0) } ?? .nothing, in: cards)
          try batch.delete(draft, in: drafts)
        }
        guard let kept = try await cards.opened(card.id) else { throw .full }
        return .saved(KeptCard(card: kept.record, version: kept.version), name, in: window, draft)
      } catch {
        guard error.code == "stale" else { return .notSaved(name, in: window, error) }
        let newer = try? await shelf.collection().opened(card.id)
        return .overtaken(newer.map { KeptCard(card: $0.record, version: $0.version) }, name, in: window)
      }
    case .awaitUndo: return nil
    }
  }

  nonisolated func follow(_ effect: NameState.Effect) -> any Following<NameState.Action> {
    guard case .awaitUndo(let key, let until, let window) = effect else { return AsyncStream { nil } }
    return context.time.alarm(at: until).map { $0.map { _ in .undoEnds(key, in: window) } }
  }
}

final class Bench: FeatureHarness {
  let environment: TestEnvironment
  let feature: NameCards
  let recorder: EventRecorder<Never>
  let window: WindowID
  let isFull = Locked(false)

  init(over other: Bench? = nil) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    feature = NameCards(on: environment.context, environment.store, isFull: isFull)
    recorder = EventRecorder(feature.events)
    window = environment.context.identifiers.next()
    await send(.begin)
  }

  func `do`(_ action: NameState.LocalAction, at other: WindowID? = nil) async {
    await send(action, from: other ?? window)
  }

  func fill(_ name: NameForm, _ field: NameForm.Field, _ text: String, at other: WindowID? = nil) async {
    await self.do(.form(.fill(name, field, text)), at: other)
  }

  func form(_ name: NameForm = .own, at other: WindowID? = nil) -> Form<NameForm>? {
    state.windows[other ?? window].forms[name]
  }

  func screen(
    _ name: NameForm = .own, mode: Mode = .light, at other: WindowID? = nil
  ) -> Screen<NameState.LocalAction> {
    state.screen(name, in: Surroundings(now: clock.now, mode: mode), at: other ?? window)
  }

  func node(_ label: String, _ name: NameForm = .own, mode: Mode = .light) -> Node<NameState.LocalAction>? {
    screen(name, mode: mode).all.node(labelled: label)
  }

  func tap(_ label: String, _ name: NameForm = .own, at other: WindowID? = nil) async {
    await perform(label, in: screen(name, at: other).all, from: other ?? window)
  }
}
