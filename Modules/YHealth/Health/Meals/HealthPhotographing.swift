internal import Forms
internal import Kernel
internal import Platform

// A meal's photo: uploading it, and applying what is recognized to the form.
extension HealthState {
  mutating func askForPhoto(_ name: FormName, in window: WindowID, isOnline: Bool) -> Steps {
    var form = form(name, in: window)
    guard name.kind == .meal, form.isOpenForTyping, !form.photo.isUnderWay else { return [] }
    guard isOnline else {
      windows[window].isPhotoOffline = true
      return []
    }
    form.photo = .taking
    windows[window].forms[name] = form
    return [.run(.takePhoto(name, in: window), HealthState.taking(name, in: window))]
  }

  mutating func stopPhoto(_ name: FormName, in window: WindowID) -> Steps {
    windows[window].forms[name]?.photo = .none
    return HealthState.photoStops(name, in: window)
  }

  /// The steps that stop choosing the photo of a form, uploading and analysing it.
  static func photoStops(_ name: FormName, in window: WindowID) -> Steps {
    [.stop(taking(name, in: window)), .stop(looking(name, in: window))]
  }

  mutating func photo(
    _ answer: HealthAction.PhotoAnswer, _ name: FormName, in window: WindowID, _ now: Moment
  ) -> Steps {
    guard var form = windows[window].forms[name], form.photo.isUnderWay, form.isOpenForTyping else { return [] }
    defer { windows[window].forms[name] = form }
    switch answer {
    case .taken(nil): form.photo = .none
    case .taken(let photo?): return taken(photo, &form, in: window)
    case .uploaded(let path): return uploaded(path, &form, in: window, now)
    case .seen(let items): form.photo = .proposal(of: items)
    case .failed(let problem): form.photo = .told("\(problem.sentence) You can add a description.")
    }
    return []
  }

  private func taken(_ photo: Photo, _ form: inout EntryForm, in window: WindowID) -> Steps {
    if let complaint = photo.complaint {
      form.photo = .told(complaint)
      return []
    }
    guard let id = form.id else {
      form.photo = .told("The form was not open yet. Choose the photo again.")
      return []
    }
    form.photo = .sending
    return [.run(.upload(photo, id, form.name, in: window), HealthState.looking(form.name, in: window))]
  }

  /// The photo belongs to the meal from here on, whatever is recognized.
  private func uploaded(_ path: String, _ form: inout EntryForm, in window: WindowID, _ now: Moment) -> Steps {
    guard let id = form.id else { return [] }
    form.values[.photo] = path
    form.photo = .looking
    return [
      keep(form, at: now),
      .run(.analyse(path: path, id, form.name, in: window), HealthState.looking(form.name, in: window)),
    ]
  }

  mutating func propose(_ text: String, _ name: FormName, in window: WindowID) {
    guard case .proposal(_, let items) = windows[window].forms[name]?.photo else { return }
    windows[window].forms[name]?.photo = .proposal(String(text.prefix(Meal.longestDescription)), items)
  }

  /// Applies the proposal to the form, where it can be edited before saving.
  mutating func acceptProposal(_ name: FormName, in window: WindowID, _ now: Moment) -> Steps {
    guard var form = windows[window].forms[name], case .proposal(let text, _) = form.photo, form.isOpenForTyping else {
      return []
    }
    let typed = form.values[.description].trimmed
    form.values[.description] = typed.isEmpty ? text.trimmed : "\(typed)\n\(text.trimmed)"
    form.photo = .none
    windows[window].forms[name] = form
    return [keep(form, at: now)]
  }
}
