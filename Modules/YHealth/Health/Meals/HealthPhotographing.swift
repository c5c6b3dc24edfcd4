internal import FoundationEssentials
internal import Kernel

// A meal's photo: uploading it, and applying what is recognized to the form.
extension HealthState {
  mutating func askForPhoto(
    _ name: FormName, at desk: inout HealthDesk, _ deskName: HealthDesk.Name, _ isOnline: Bool
  ) -> Steps {
    var form = desk.forms[name] ?? EntryForm(name, at: deskName)
    guard name.kind == .meal, form.isOpenForTyping, !form.photo.isUnderWay else { return [] }
    guard isOnline else {
      desk.question = .photoOffline(name)
      return []
    }
    form.photo = .taking
    desk.forms[name] = form
    return [.run(.takePhoto(name, deskName), HealthState.taking(name, deskName))]
  }

  mutating func photo(_ answer: HealthAction.PhotoAnswer, _ name: FormName, at deskName: HealthDesk.Name, _ now: Moment)
    -> Steps
  {
    guard var desk = desks[deskName], var form = desk.forms[name], form.photo.isUnderWay, form.isOpenForTyping else {
      return []
    }
    defer {
      desk.forms[name] = form
      desks[deskName] = desk
    }
    switch answer {
    case .taken(nil): form.photo = .none
    case .taken(let photo?):
      if let complaint = photo.complaint {
        form.photo = .told(complaint)
        return []
      }
      guard let id = form.id else {
        form.photo = .told("The form was not open yet. Choose the photo again.")
        return []
      }
      form.photo = .sending
      return [.run(.upload(photo, id, name, deskName), HealthState.looking(name, deskName))]
    case .uploaded(let path):
      guard let id = form.id else { return [] }
      // The photo belongs to the meal from here on, whatever is recognized.
      form.values[.photo] = path
      form.photo = .looking
      return [
        keep(form, now), .run(.analyse(path: path, id, name, deskName), HealthState.looking(name, deskName)),
      ]
    case .seen(let items): form.photo = .proposal(of: items)
    case .failed(let problem): form.photo = .told("\(problem.sentence) You can add a description.")
    }
    return []
  }

  mutating func propose(_ text: String, _ name: FormName, at desk: inout HealthDesk) {
    guard case .proposal(_, let items) = desk.forms[name]?.photo else { return }
    desk.forms[name]?.photo = .proposal(String(text.prefix(Meal.longestDescription)), items)
  }

  /// Applies the proposal to the form, where it can be edited before saving.
  mutating func acceptProposal(
    _ name: FormName, at desk: inout HealthDesk, _ deskName: HealthDesk.Name, _ now: Moment
  ) -> Steps {
    guard var form = desk.forms[name], case .proposal(let text, _) = form.photo, form.isOpenForTyping else { return [] }
    let typed = form.values[.description].trimmed
    form.values[.description] = typed.isEmpty ? text.trimmed : "\(typed)\n\(text.trimmed)"
    form.photo = .none
    desk.forms[name] = form
    return [keep(form, now)]
  }
}
