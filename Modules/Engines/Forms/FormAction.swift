public import Kernel

/// An act of a person in a form.
public enum FormAction<Name: FormIdentity>: Sendable, Equatable {
  case fill(Name, Name.Field, String)
  /// Adds a word to a choice of several, or takes it out.
  case tick(Name, Name.Field, String, Bool)
  case enter(Name, Name.Field, Redacted<String>)
  case save(Name)
  /// Saves although the values are unlikely, after the question about them.
  case confirm(Name)
  case discard(Name)
  /// Overwrites what was saved elsewhere.
  case replace(Name)
  /// Saves the input as a new record beside what was saved elsewhere.
  case saveBeside(Name)
  case ask(FormQuestion<Name>)
  case dismiss
}

/// A question that must be answered first.
public enum FormQuestion<Name: FormIdentity>: Sendable, Hashable {
  case discard(Name)
  /// Whether to overwrite what was saved elsewhere.
  case replace(Name)
  /// Whether to save what is unlikely, for the reason in this sentence.
  case doubt(Name, String)
}

/// The forms of one window, and the question in front of them.
public struct FormTable<Name: FormIdentity>: Sendable, Equatable {
  private var forms: [Name: Form<Name>] = [:]
  public var question: FormQuestion<Name>?

  public init() {}

  public subscript(name: Name) -> Form<Name>? {
    get { forms[name] }
    set { forms[name] = newValue }
  }

  public var values: some Collection<Form<Name>> { forms.values }
}
