import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import Forms

@Suite("Forms") struct FormTests {
  @Test("A form that asks for a name is filled in, saved and shown again")
  func saved() async throws {
    let bench = try await Bench()
    await bench.do(.appeared(.own))
    await bench.tap("Save")
    #expect(bench.node("Name")?.state.invalid == "Enter your name.")
    #expect(bench.node("1 field needs correction before this can be saved.") != nil)
    await bench.fill(.own, .name, "  Ada ")
    await bench.tap("Save")
    #expect(bench.state.card?.card.name == "Ada" && bench.form()?.isDirty == false)
    guard case .done(let kept) = bench.form()?.phase else { throw Problem.full }
    #expect(kept == bench.state.card)
    await bench.do(.left(.own))
    await bench.do(.appeared(.own))
    #expect(bench.node("Name")?.value == "Ada")
  }

  @Test("What is wrong stands at the field that it is about, and what is missing only after an attempt to save")
  func complaints() async throws {
    let bench = try await Bench()
    await bench.do(.appeared(.guest))
    for label in ["Name", "Email", "Password"] { #expect(bench.node(label, .guest)?.state.invalid == nil) }
    await bench.fill(.guest, .name, String(repeating: "x", count: 21))
    await bench.fill(.guest, .born, "yesterday")
    await bench.fill(.guest, .alarm, "25:00")
    await bench.fill(.guest, .email, "nobody")
    await bench.fill(.guest, .city, "atlantis")
    #expect(bench.node("Name", .guest)?.state.invalid?.hasPrefix("This has 21 characters") == true)
    #expect(bench.node("Birthday", .guest)?.state.invalid?.hasPrefix("Enter the day as ") == true)
    #expect(bench.node("Alarm", .guest)?.state.invalid == "Enter a time, such as 07:30.")
    #expect(bench.node("Email", .guest)?.state.invalid == "Enter an email address, such as name@example.org.")
    #expect(bench.node("City", .guest)?.state.invalid == "Choose one of these.")
    await bench.tap("Save", .guest)
    let shown = bench.screen(.guest).all
    #expect(shown.contains { $0.label == "Choose at least one." && $0.role == .note })
    #expect(bench.node("Password", .guest)?.state.invalid == "Fill this in.")
    #expect(bench.node("7 fields need correction before this can be saved.", .guest) != nil)
    #expect(bench.state.card == nil)
  }

  @Test("Numbers are read within their range and in the notation of the form's locale")
  func numbers() async throws {
    let bench = try await Bench()
    bench.context.regions.set(RegionalSettings(locale: "de-DE"), of: bench.window)
    await bench.do(.appeared(.own))
    await bench.fill(.own, .name, "Ada")
    await bench.fill(.own, .height, "170,5")
    #expect(bench.node("Height")?.state.invalid == nil && bench.node("Height")?.hint == "In cm.")
    await bench.fill(.own, .height, "300")
    #expect(bench.node("Height")?.state.invalid?.hasPrefix("Enter a number from 30 to 260") == true)
    await bench.fill(.own, .height, "170,5")
    await bench.tap("Save")
    #expect(bench.state.card?.card.height == 170.5)
  }

  @Test("An unlikely value is saved only after a question, and asked about again once it was changed")
  func doubt() async throws {
    let bench = try await Bench()
    await bench.do(.appeared(.own))
    await bench.fill(.own, .name, "Ada")
    await bench.fill(.own, .height, "230")
    await bench.tap("Save")
    #expect(
      bench.state.card == nil && bench.screen().dialog?.all.contains { $0.label == "You are 230 cm tall." } == true)
    await bench.tap("Keep editing")
    #expect(bench.screen().dialog == nil && bench.form()?.phase == .editing)
    // Confirming needs the question.
    await bench.do(.form(.confirm(.own)))
    #expect(bench.state.card == nil)
    await bench.tap("Save")
    await bench.tap("Keep editing")
    bench.isFull.withLock { $0 = true }
    await bench.tap("Save")
    await bench.tap("Save anyway")
    #expect(bench.form()?.problem == .full)
    // What was confirmed is not asked about twice, and another value is.
    await bench.tap("Save")
    #expect(bench.screen().dialog == nil)
    bench.isFull.withLock { $0 = false }
    await bench.fill(.own, .height, "231")
    await bench.tap("Save")
    await bench.tap("Save anyway")
    #expect(bench.state.card?.card.height == 231)
  }

  @Test("Every control shows and takes its value")
  func controls() async throws {
    let bench = try await Bench()
    await bench.do(.appeared(.guest))
    #expect(bench.node("About you", .guest) == nil && bench.node("About you", .guest, mode: .deep) != nil)
    #expect(bench.form(.guest)?.hidesFields(in: Surroundings(now: bench.clock.now, mode: .light)) == true)
    #expect(bench.node("City", .guest)?.value == "Zürich" && bench.node("Warmth", .guest)?.value == "not set")
    #expect(bench.node("Alarm", .guest)?.value == "08:15" && bench.node("Newsletter", .guest)?.value == "off")
    await bench.perform("City", .choose, .text("ber"), in: bench.screen(.guest).all, from: bench.window)
    await bench.perform("Warmth", .choose, .number(5), in: bench.screen(.guest).all, from: bench.window)
    for label in ["Newsletter", "Guinea pig", "Cat"] { await bench.tap(label, .guest) }
    await bench.tap("Cat", .guest)
    await bench.fill(.guest, .about, "Typed")
    #expect(bench.node("City", .guest)?.value == "Berlin" && bench.node("Warmth", .guest)?.value == "5 of 5")
    #expect(bench.node("Newsletter", .guest)?.value == "on" && bench.form(.guest)?.values.list(.pets) == ["guinea pig"])
    // A filled field is shown in Light mode, too, so that nothing is saved unseen.
    #expect(bench.node("About you", .guest)?.value == "Typed")
    await bench.fill(.guest, .alarm, "")
    #expect(bench.node("Alarm", .guest)?.value == "" && bench.form(.guest)?.values.isEmptied(.alarm) == true)
  }

  @Test("A typed text is cut off only beyond the length at which it is reported")
  func bounded() async throws {
    let bench = try await Bench()
    await bench.do(.appeared(.own))
    await bench.fill(.own, .name, String(repeating: "x", count: 10_000))
    #expect(bench.form()?.values[.name].count == 520 && bench.node("Name")?.state.invalid != nil)
    await bench.do(.form(.tick(.own, .pets, String(repeating: "y", count: 10_000), true)))
    #expect(bench.form()?.values[.pets].count == 60)
  }

  @Test("A password is in no frame, draft, value or description, and leaves with its screen")
  func passwords() async throws {
    let bench = try await Bench()
    let secret = "correct-horse"
    await bench.do(.appeared(.guest))
    await bench.fill(.guest, .password, secret)
    #expect(bench.form(.guest)?.values[.password] == "")
    await bench.perform("Password", .edit, .text(secret), in: bench.screen(.guest).all, from: bench.window)
    await bench.fill(.guest, .name, "Ada")
    let form = try #require(bench.form(.guest))
    #expect(form.secrets[.password]?.revealed == secret && !"\(form)".contains(secret))
    #expect(!bench.screen(.guest).all.contains { "\($0.element)".contains(secret) })
    let drafts = try await bench.feature.needs.found()
    #expect(drafts.map { $0.values[.name] } == ["Ada"] && !"\(drafts)".contains(secret))
    var taken = form
    #expect(taken.takeSecrets()[.password]?.revealed == secret && taken.secrets.isEmpty && taken.emptied == 1)
    await bench.do(.left(.guest))
    #expect(bench.form(.guest)?.secrets.isEmpty == true && bench.form(.guest)?.values[.name] == "Ada")
    #expect(bench.screen(.guest).all.contains { $0.id == "password-2" && $0.value == "" })
  }

  @Test("A required choice is reported while nothing is chosen and nothing is usual")
  func requiredChoice() {
    func complaint(_ chosen: String, usual: String, _ more: [FormOption] = []) -> FormReader<NameForm.Field>.Complaint?
    {
      let input = FormInput<NameForm.Field>(
        .city, "City", .one([FormOption("zrh", "Zürich")] + more) { _ in usual }
      ) { $0.isRequired = true }
      var reader = FormReader(FormValues([NameForm.Field.city: chosen]), at: SampleTime.morning)
      reader.check(input)
      return reader.complaints[.city]
    }
    let missing = complaint("", usual: "")
    #expect(missing?.sentence == "Choose one of these." && missing?.isOfMissing == true)
    #expect(complaint("", usual: "zrh") == nil && complaint("zrh", usual: "") == nil)
    #expect(complaint("", usual: "", [FormOption("", "Elsewhere", id: "elsewhere")]) == nil)
    #expect(complaint("ber", usual: "")?.isOfMissing == false)
  }

  @Test("Texts of rubbish are read or reported, and never accepted beyond their limits", arguments: 1...40)
  func rubbish(seed: UInt64) {
    var random = Seeded(seed)
    let now = SampleTime.morning
    let scalars: [String] = ["0", "9", ",", ".", "-", ":", "@", " ", "\n", "\0", "x", "٣", "e", "🐎", "\u{202E}"]
    for field in NameForm.Field.allCases {
      let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in scalars.randomElement(using: &random) ?? "" }
        .joined()
      var form = Form(NameForm.guest, in: WindowID(UUID()))
      form.values[field] = text
      var reader = form.reader(at: now)
      NameForm.guest.check(form, &reader)
      if reader.complaints[field] == nil {
        #expect((reader.text(.name) ?? "").unicodeScalars.count <= 20)
        #expect(reader.fraction(.height, in: 30...260).map { (30...260).contains($0) } ?? true)
        if let email = reader.email(.email) { #expect(email.split(separator: "@").count == 2) }
      }
    }
  }
}
