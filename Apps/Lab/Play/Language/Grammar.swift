internal import Connectivity
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Previews
internal import Shell

/// The parsed meaning of one line.
enum Sentence {
  case begin(String)
  case covers([String])
  case product(String)
  case clock(Moment)
  case demo
  case apps
  case tags([String])
  /// Begins the lines that scenarios share.
  case beginning(String)
  /// Stands for the lines of a beginning.
  case start(String)
  case variable(String, String)
  case columns([String])
  case row([String])
  case step(Scenario.Step)
}

/// A statement of the language: its keyword, shape, meaning and parser. The reader, the help and the table in
/// Documentation/Scenarios.md are generated from these.
struct StatementForm: Sendable {
  let keyword: [String]
  let shape: String
  let meaning: String
  let example: String
  let read: @Sendable (inout ScenarioLine) throws(Misread) -> Sentence

  init(
    _ shape: String, _ meaning: String, like example: String,
    read: @escaping @Sendable (inout ScenarioLine) throws(Misread) -> Sentence
  ) {
    // The keyword is the lowercase words before the first slot.
    keyword = shape.split(separator: " ").prefix { $0.allSatisfy { ("a"..."z").contains($0) } }.map(String.init)
    self.shape = shape
    self.meaning = meaning
    self.example = example
    self.read = read
  }

  /// Returns a form whose lines are steps.
  static func step(
    _ shape: String, _ meaning: String, like example: String? = nil,
    read: @escaping @Sendable (inout ScenarioLine) throws(Misread) -> Scenario.Step
  ) -> StatementForm {
    StatementForm(shape, meaning, like: example ?? shape) { line throws(Misread) in .step(try read(&line)) }
  }
}

/// The whole language, in reading order.
enum Grammar {
  static let chapters: [(title: String, forms: [StatementForm])] = [
    ("The head of a scenario", head), ("What scenarios share", shared), ("Who", who), ("What they do", deeds),
    ("What happens around them", world),
    ("What is to be seen", sights),
  ]

  static let forms = chapters.flatMap(\.forms)

  private static let head: [StatementForm] = [
    StatementForm(
      #"scenario "NAME""#, "begins a scenario; the name is a sentence", like: #"scenario "Search finds a screen""#
    ) {
      line throws(Misread) in .begin(try line.quoted("the scenario's name"))
    },
    StatementForm("covers ID...", "the criteria that this scenario shows", like: "covers yh-S04.2.1-AC1 yh-S04.2.1-AC2")
    {
      line throws(Misread) in
      var ids: [String] = []
      repeat { ids.append(try line.criterion()) } while !line.isEmpty
      return .covers(ids)
    },
    StatementForm("product P", "the product it is about", like: "product yhealth") { line throws(Misread) in
      .product(try line.product())
    },
    StatementForm("stage MODULE", "one module alone, instead of a product", like: "stage Navigation") {
      line throws(Misread) in
      let name = try line.word("a module")
      guard Preview.named(name) == nil else { return .product(name) }
      throw ScenarioLine.unknown("stage", name, among: Preview.all.map(\.name))
    },
    StatementForm(
      "tag WORD...", "words by which `troupe play --tag WORD` finds the scenario, as it does by a criterion",
      like: "tag smoke slow"
    ) { line throws(Misread) in
      var words: [String] = []
      repeat { words.append(try line.plainName("a tag")) } while !line.isEmpty
      return .tags(words)
    },
    StatementForm(
      "clock INSTANT [ZONE]", "when it begins; without this line, Monday, 2 March 2026, 08:00 GMT",
      like: "clock 2026-03-02T08:00:00Z Europe/Rome"
    ) { line throws(Misread) in
      let date = try line.instant()
      return .clock(Moment(date, in: try line.zone() ?? .gmt))
    },
    StatementForm("demo", "every person has the product's demo data, as with `--demo`", like: "demo") { _ in .demo },
    StatementForm(
      "apps",
      "SyncWell has apps to connect: copies of the providers on this machine and a phone's two stores, of a made-up person",
      like: "apps"
    ) { _ in .apps },
  ]

  private static let shared: [StatementForm] = [
    StatementForm(
      #"let NAME "VALUE""#,
      "a variable: `<NAME>` in a later line is VALUE; at the beginning of a file it is for all scenarios",
      like: #"let goal "10000""#
    ) { line throws(Misread) in
      let name = try line.plainName("a variable's name")
      return .variable(name, try line.value())
    },
    StatementForm(
      "examples NAME...", "the scenario is played once for each `example` below, with its values for these names",
      like: "examples what amount"
    ) { line throws(Misread) in
      var names: [String] = []
      repeat { names.append(try line.plainName("a name")) } while !line.isEmpty
      guard Set(names).count == names.count else { throw Misread(what: "A name stands here twice.") }
      return .columns(names)
    },
    StatementForm(
      "example VALUE...", "the values of one example, in the order of the names", like: #"example "Water" 2"#
    ) {
      line throws(Misread) in
      var values: [String] = []
      repeat { values.append(try line.value()) } while !line.isEmpty
      return .row(values)
    },
    StatementForm(
      #"beginning "NAME""#, "begins steps that scenarios of this file share; it is not played by itself",
      like: #"beginning "Maria is signed in""#
    ) { line throws(Misread) in
      .beginning(try line.quoted("the beginning's name"))
    },
    StatementForm(
      #"begin with "NAME""#, "stands for the lines of that beginning", like: #"begin with "Maria is signed in""#
    ) { line throws(Misread) in
      .start(try line.quoted("the beginning's name"))
    },
  ]

  private static let who: [StatementForm] = [
    .step(
      "as NAME [in P]", "from here on this person acts, in their own window; without it, `me`", like: "as bob in volvox"
    ) { line throws(Misread) in
      let name = try line.plainName("a person's name")
      return .be(name, product: line.take("in") ? try line.product() : nil)
    }
  ]

  private static let deeds: [StatementForm] = [
    .step("open ROUTE", "goes to a screen, as an address typed in", like: "open /insights") { line throws(Misread) in
      .open(try line.route())
    },
    .step(
      #"tap [ROLE] "LABEL" [in "HOLDER"]"#, "taps what carries that label; the holder tells two of them apart",
      like: #"tap "Insights" in "Main""#
    ) { line throws(Misread) in
      .tap(try line.thing())
    },
    .step(
      #"type "LABEL" "TEXT" [in "HOLDER"]"#, "fills in a field, replacing what it held",
      like: #"type "Find a screen" "fit""#
    ) { line throws(Misread) in
      var field = Thing(try line.quoted("a label"))
      let text = try line.quoted("the text")
      field.container = try line.container()
      return .type(field, text)
    },
    .step(
      #"copy "LABEL" [in "HOLDER"]"#, "copies the value that carries that label, such as a code, for any person",
      like: #"copy "Code""#
    ) { line throws(Misread) in
      .copy(try line.thing())
    },
    .step(
      #"paste "LABEL" [in "HOLDER"]"#, "fills in a field with what was copied", like: #"paste "Code you were given""#
    ) { line throws(Misread) in
      .paste(try line.thing())
    },
    .step(
      #"choose "LABEL" VALUE [in "HOLDER"]"#,
      "sets a picker, a switch or a slider: a text in quotes, `on`, `off`, a number",
      like: #"choose "Theme" "dark""#
    ) { line throws(Misread) in
      var thing = Thing(try line.quoted("a label"))
      let entry = try line.entry()
      thing.container = try line.container()
      return .choose(thing, entry)
    },
    .step(
      #"act VERB "LABEL" [VALUE] [in "HOLDER"]"#,
      "whatever else it offers: hold, swipe, zoom, pan, draft, submit, dismiss",
      like: #"act swipe "What is new" 1"#
    ) { line throws(Misread) in
      let verb = Verb(rawValue: try line.word("a verb"))
      var thing = Thing(try line.quoted("a label"))
      let entry: Entry = line.isEmpty || line.begins(with: ["in"]) ? .none : try line.entry()
      thing.container = try line.container()
      return .act(verb, thing, entry)
    },
    .step("scroll to NUMBER", "scrolls the screen down to there", like: "scroll to 300") { line throws(Misread) in
      .scroll(try line.number("how far"))
    },
    .step(
      #"photo "FILE""#, "answers when a photo is asked for, with a picture of this machine", like: #"photo "lunch.jpg""#
    ) { line throws(Misread) in
      .photo(try line.quoted("a file"))
    },
    .step(
      "file OUTCOME", "says what became of a file that is offered: saved, shared, declined, failed", like: "file saved"
    ) { line throws(Misread) in
      switch try line.word("an outcome") {
      case "saved": return .delivered(.saved())
      case "shared": return .delivered(.shared)
      case "declined": return .delivered(.declined)
      case "failed": return .delivered(.failed(Delivery.interrupted))
      case let word:
        throw Misread(what: "A file is not “\(word)”. There are: saved, shared, declined, failed.")
      }
    },
    .step("allow access", "at the page of a provider that was opened, allows everything and comes back") { _ in
      .access(true)
    },
    .step("decline access", "the same, and allows nothing") { _ in .access(false) },
    .step("back", "the back button or gesture") { _ in .back },
    .step("refresh", "pulls the screen down") { _ in .refresh },
    .step("close and reopen", "ends the process without a chance to save, and starts it again on the same folder") {
      _ in .reopen
    },
  ]

  private static let world: [StatementForm] = [
    .step("online", "the network is there, for this person") { _ in .network(.online) },
    .step("offline", "the network is gone, as it is in the beginning") { _ in .network(.offline) },
    .step("slow", "every request takes long") { _ in .network(.slow) },
    .step("flaky", "many requests fail") { _ in .network(.flaky) },
    .step(
      "advance NUMBER UNIT", "time passes for everybody, stopping at each timer: seconds, minutes, hours, days",
      like: "advance 8 hours"
    ) { line throws(Misread) in
      .advance(seconds: try line.seconds())
    },
    .step(
      "set clock INSTANT [ZONE]", "the clock is put to another instant or zone, as on a journey",
      like: "set clock 2026-03-02T08:00:00Z America/New_York"
    ) { line throws(Misread) in
      let date = try line.instant()
      return .setClock(date, zone: try line.zone()?.identifier)
    },
    .step("locale TAG", "the window reports another locale, as a browser does", like: "locale en-US") {
      line throws(Misread) in
      let tag = try line.word("a locale")
      let region = RegionalSettings(locale: tag)
      guard region.locale != nil else { throw Misread(what: "“\(tag)” is not a locale such as en-US.") }
      return .locale(region)
    },
    .step(
      #"receive "TITLE" "BODY" [opens ROUTE [until INSTANT]]"#,
      "a notification arrives, its link signed as the server would; without `until` it holds for seven days",
      like: #"receive "New insight" "You sleep better" opens /insights"#,
      read: push),
    .step(
      #"receive "TITLE" "BODY" opens link "LINK""#, "the same, with a link exactly as written",
      like: #"receive "Hello" "Look here" opens link "troupe://yhealth/insights?expires=1&signature=x""#,
      read: push),
    .step(
      #"wait for "LABEL" [NUMBER UNIT]"#, "until it is on screen, in real time; two seconds unless said",
      like: #"wait for "Fitness" 5 seconds"#
    ) { line throws(Misread) in
      let label = try line.quoted("a label")
      let seconds = line.isEmpty ? Command.usualWait : try line.seconds()
      guard seconds <= Command.longestWait else { throw Misread(what: "Nothing is waited for longer than 10 minutes.") }
      return .wait(label, seconds: seconds)
    },
  ]

  private static let sights: [StatementForm] = [
    .step(
      #"see [ROLE] "WORDS" [with value "V"] [with icon ICON] [is MANNER [and MANNER]] [in "HOLDER"]"#,
      "these words are all of a label, a value or a hint within reach; manners: "
        + Manner.allCases.map(\.rawValue).joined(separator: ", "),
      like: #"see link "Insights" with value "3 unread" is current in "Main""#
    ) { line throws(Misread) in .expect(.sees(try line.sight())) },
    .step(
      #"see part "WORDS" ..."#, "the same, where the words are only a part of what is said",
      like: #"see part "seven days""#
    ) { line throws(Misread) in .expect(.sees(try line.sight(isPart: true))) },
    .step(
      #"do not see [part] [ROLE] "WORDS" ..."#, "nowhere on the screen, not even behind a dialog",
      like: #"do not see "Nutrition" in "Screens""#
    ) { line throws(Misread) in .expect(.seesNot(try line.sight(isPart: line.take("part")))) },
    .step(
      #"see in order "WORDS"... [in "HOLDER"]"#, "each all of a label, a value or a hint, in this reading order",
      like: #"see in order "Fitness" "Nutrition" "Wellbeing" in "Pillars""#
    ) { line throws(Misread) in
      var labels: [String] = []
      repeat { labels.append(try line.quoted("words")) } while !line.isEmpty && !line.begins(with: ["in"])
      return .expect(.order(labels, in: try line.container()))
    },
    .step(
      #"count NUMBER ROLE [in "HOLDER"]"#, "so many of that kind, no more and no fewer",
      like: #"count 4 links in "Main""#
    ) { line throws(Misread) in
      let whole = try line.whole("how many")
      let name = try line.word("what is counted")
      let isPlural = Role(rawValue: name) == nil && name.hasSuffix("s")
      let role = try ScenarioLine.role(isPlural ? String(name.dropLast()) : name, asWritten: name)
      return .expect(.counts(whole, role, in: try line.container()))
    },
    .step("from here", "the count of taps starts anew") { _ in .countTaps },
    .step(
      "taps NUMBER",
      "so many taps since `from here`, or since the beginning: every `tap`, `type`, `choose`, `act`, `back` and `refresh`",
      like: "taps 2"
    ) { line throws(Misread) in .taps(try line.whole("how many taps")) },
    .step("at ROUTE", "this is the screen that is shown", like: "at /pillars/fitness") { line throws(Misread) in
      .expect(.at(try line.route()))
    },
    .step(#"title "TITLE""#, "the screen is called so", like: #"title "Insights""#) { line throws(Misread) in
      .expect(.title(try line.quoted("a title")))
    },
    .step("scrolled to NUMBER", "the screen is as far down as it was left", like: "scrolled to 300") {
      line throws(Misread) in .expect(.scrolled(try line.number("how far")))
    },
    .step(#"toast "WORDS""#, "the short message that is shown now", like: #"toast "Saved.""#) { line throws(Misread) in
      .expect(.toast(try line.quoted("the message")))
    },
    .step(
      #"see notification "TITLE" "BODY""#, "the banner of a notification is shown, with its title and words",
      like: #"see notification "Meal reminder" "Don't forget to log dinner!""#
    ) { line throws(Misread) in
      let title = try line.quoted("the notification's title")
      return .expect(.notification(title, try line.quoted("what it says")))
    },
    .step("do not see notification", "no banner of a notification is shown") { _ in
      .expect(.noNotification)
    },
    .step("no toast", "no short message is shown") { _ in .expect(.toast(nil)) },
    .step(#"dialog "TITLE""#, "this dialog or sheet stands in front", like: #"dialog "Discard what you typed?""#) {
      line throws(Misread) in .expect(.dialog(try line.quoted("the dialog's title")))
    },
    .step("no dialog", "nothing stands in front") { _ in .expect(.dialog(nil)) },
  ]

  private static let push: @Sendable (inout ScenarioLine) throws(Misread) -> Scenario.Step = { line throws(Misread) in
    let title = try line.quoted("a title")
    let body = try line.quoted("what it says")
    guard line.take("opens") else { return .receive(title: title, body: body, opening: nil) }
    if line.take("link") { return .receive(title: title, body: body, opening: .link(try line.quoted("a link"))) }
    let route = try line.route()
    let until = line.take("until") ? try line.instant() : nil
    return .receive(title: title, body: body, opening: .route(route, until: until))
  }
}

extension ScenarioLine {
  fileprivate mutating func whole(_ what: String) throws(Misread) -> Int {
    let number = try number(what)
    guard let whole = Int(exactly: number), whole >= 0 else { throw Misread(what: "Nobody can count to \(number).") }
    return whole
  }

  fileprivate mutating func thing() throws(Misread) -> Thing {
    var thing = try bareThing()
    thing.container = try container()
    return thing
  }

  fileprivate mutating func sight(isPart: Bool = false) throws(Misread) -> Sight {
    var sight = Sight(try bareThing())
    sight.isPart = isPart
    while !isEmpty {
      if take("with", "value") {
        sight.value = try quoted("the value")
      } else if take("with", "icon") {
        let name = try word("an icon")
        guard let icon = Icon(rawValue: name) else {
          throw ScenarioLine.unknown("icon", name, among: Icon.allCases.map(\.rawValue))
        }
        sight.icon = icon
      } else if take("is") || !sight.manners.isEmpty && take("and") {
        let name = try word("how it stands")
        guard let manner = Manner(rawValue: name) else {
          throw ScenarioLine.unknown("manner", name, among: Manner.allCases.map(\.rawValue))
        }
        sight.manners.append(manner)
      } else if begins(with: ["in"]) {
        sight.thing.container = try container()
        break
      } else {
        break
      }
    }
    return sight
  }

  fileprivate mutating func criterion() throws(Misread) -> String {
    let id = try word("a criterion's id")
    let isPlain = id.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-.".contains(Character(scalar)))
    }
    guard isPlain, id.contains("-"), id.count <= 60 else {
      throw Misread(
        what: "“\(id.prefix(60))” is not a criterion's id.", remedy: "They look like yh-S04.2.1-AC1; no commas between."
      )
    }
    return id
  }
}
