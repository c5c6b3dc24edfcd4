import Audit
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Forms

/// A form that signs in: it keeps no draft.
private enum SignInForm: String, FormIdentity {
  static let drafts = "sign_in_drafts"
  static let keepsDrafts = false

  enum Field: String, FormFieldName { case email, pets, code }

  case signIn

  func inputs(_ values: FormValues<Field>, at now: Moment) -> [FormInput<Field>] {
    [
      FormInput(.email, "Email", .email) { $0.isRequired = true },
      FormInput(.pets, "Pets", .several(.words(["cat"]))),
      FormInput(.code, "Code", .code(digits: 6)) { $0.isRequired = true },
    ]
  }
}

private struct SignInState: FormDeciding {
  struct Local: FormHolding { var forms = FormTable<SignInForm>() }

  enum Effect: Sendable, Equatable {
    case form(FormEffect<SignInForm>)
    case signIn(String, Redacted<String>)
  }

  var drafts: [FormDraft<SignInForm>] = []
  var windows = WindowStates<Local>()

  static func effect(_ effect: FormEffect<SignInForm>) -> Effect { .form(effect) }

  mutating func save(_ name: SignInForm, in window: WindowID, at now: Moment) -> [Step<Effect, Never>] {
    guard let form = ready(name, in: window, at: now) else { return [] }
    var reader = form.reader(at: now)
    guard let email = reader.email(.email), let code = reader.code(.code, digits: 6) else { return [] }
    _ = windows[window].forms[name]?.takeSecrets()
    return [.run(.signIn(email, code), .inOrder("session"))]
  }

  mutating func receive(_ action: Never, at now: Moment) -> [Step<Effect, Never>] {}

  mutating func receive(
    _ action: FormAction<SignInForm>, from window: WindowID, at now: Moment
  ) -> [Step<Effect, Never>] {
    decide(action, in: window, at: now)
  }

  mutating func closed(_ local: Local, of window: WindowID, at now: Moment) -> [Step<Effect, Never>] {
    orphan(local, at: now)
    return []
  }
}

@Suite("Forms that keep no draft") struct SecretTests {
  private let window = WindowID(UUID())
  private let now = SampleTime.morning

  private func nodes(
    _ state: SignInState, unless reason: String? = nil
  ) -> [Node<FormAction<SignInForm>>] {
    let form = state.form(.signIn, in: window, at: now)
    return form?.fields(in: Surroundings(now: now), unless: reason) { $0 } ?? []
  }

  private func complaint(_ state: SignInState, _ field: SignInForm.Field) -> String? {
    nodes(state).first { $0.id == field.rawValue }?.state.invalid
  }

  @Test("Nothing that is typed reaches the storage, also when the window closes")
  func noDraft() {
    var state = SignInState()
    #expect(state.findDrafts.isEmpty)
    for action in [
      FormAction<SignInForm>.fill(.signIn, .email, "ada@example.org"), .tick(.signIn, .pets, "cat", true),
      .enter(.signIn, .code, Redacted("123")), .ask(.discard(.signIn)),
    ] {
      #expect(state.receive(action, from: window, at: now).isEmpty)
    }
    var discarded = state
    #expect(discarded.receive(.discard(.signIn), from: window, at: now).isEmpty)
    #expect(discarded.windows[window].forms[.signIn]?.values.isEmpty == true)
    #expect(state.close(window, at: now).isEmpty && state.drafts.isEmpty)
  }

  @Test("A code is read without its spaces, reported if it is anything else, and taken out when it is sent")
  func codes() {
    var state = SignInState()
    _ = state.receive(.fill(.signIn, .email, "ada@example.org"), from: window, at: now)
    _ = state.receive(.fill(.signIn, .code, "123456"), from: window, at: now)
    #expect(state.windows[window].forms[.signIn]?.values[.code] == "")
    #expect(state.receive(.save(.signIn), from: window, at: now).isEmpty && complaint(state, .code) == "Fill this in.")
    for wrong in ["12345", "1234567", "12345a", "１２３４５６"] {
      _ = state.receive(.enter(.signIn, .code, Redacted(wrong)), from: window, at: now)
      #expect(complaint(state, .code) == "Enter the 6 digits of the code.", "\(wrong)")
      #expect(state.receive(.save(.signIn), from: window, at: now).isEmpty)
    }
    let long = Redacted(String(repeating: "1", count: 2000))
    _ = state.receive(.enter(.signIn, .code, long), from: window, at: now)
    #expect(state.windows[window].forms[.signIn]?.secrets[.code]?.revealed.count == 6)
    _ = state.receive(.enter(.signIn, .code, Redacted(" 123 456\n")), from: window, at: now)
    let steps = state.receive(.save(.signIn), from: window, at: now)
    #expect(steps == [.run(.signIn("ada@example.org", Redacted("123456")), .inOrder("session"))])
    #expect(!"\(steps)".contains("123456") && state.windows[window].forms[.signIn]?.secrets.isEmpty == true)
    #expect(nodes(state).contains { $0.id == "code-2" && $0.state.purpose == .oneTimeCode })
  }

  @Test("What a server says about a field stands there until the field is changed or the form is sent again")
  func faults() {
    var state = SignInState()
    _ = state.receive(.fill(.signIn, .email, "ada@example.org"), from: window, at: now)
    _ = state.receive(.enter(.signIn, .code, Redacted("123456")), from: window, at: now)
    state.windows[window].forms[.signIn]?.faults = [.email: "This address is taken.", .code: "This code was used."]
    #expect(complaint(state, .email) == "This address is taken." && complaint(state, .code) == "This code was used.")
    var retried = state
    #expect(retried.receive(.save(.signIn), from: window, at: now).count == 1 && complaint(retried, .email) == nil)
    _ = state.receive(.tick(.signIn, .pets, "cat", true), from: window, at: now)
    #expect(complaint(state, .email) != nil && complaint(state, .code) != nil)
    _ = state.receive(.fill(.signIn, .email, "grace@example.org"), from: window, at: now)
    #expect(complaint(state, .email) == nil && complaint(state, .code) != nil)
    _ = state.receive(.enter(.signIn, .code, Redacted("654321")), from: window, at: now)
    #expect(complaint(state, .code) == nil)
  }

  @Test("Fields that cannot be changed now say why, with all their parts, and pass the audit")
  func disabled() {
    let all = nodes(SignInState(), unless: "Signing in is in progress.").flatMap(\.all)
    #expect(all.count == 4 && all.allSatisfy { $0.state.isDisabled && $0.hint == "Signing in is in progress." })
    let screen = Screen(
      Route(["sign-in"]), title: "Sign in",
      nodes: [.heading("Sign in", level: 1)]
        + nodes(
          SignInState(), unless: "Signing in is in progress."))
    #expect(Audit.findings(of: screen, theme: .plain) == [])
  }
}
