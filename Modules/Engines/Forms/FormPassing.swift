public import Kernel

// Forms whose screens come and go, for a feature that saves what is typed with a change of its own.
extension FormDeciding {
  /// Opens the form of a screen that has appeared: with the input of its window, else with its draft, else anew.
  public mutating func appear(_ name: Local.Name, in window: WindowID, at now: Moment) {
    guard !findsInput(name, in: window), var form = fresh(name, in: window, at: now) else { return }
    recover(&form)
    windows[window].forms[name] = form
  }

  /// Forgets the input of a form that has reached its place, and deletes its draft. The window may have been closed meanwhile.
  public mutating func forget(_ name: Local.Name, in window: WindowID) -> FormSteps {
    let orphans = drafts.filter { $0.form == name }.map(\.id)
    drafts.removeAll { $0.form == name }
    let own = windows[window].forms[name].map { [$0.draft] } ?? []
    windows[window].forms[name] = nil
    return (own + orphans).map { .run(Self.effect(.drop($0)), Self.writing($0)) }
  }

  /// Forgets all input, as of an account that was left. Its store deletes the drafts.
  public mutating func forgetAll() {
    drafts = []
    windows.forEach { $0.forms = FormTable() }
  }
}
