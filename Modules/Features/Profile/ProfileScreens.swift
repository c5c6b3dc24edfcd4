internal import Days
internal import Forms
public import Interface
public import Kernel

// The screens as pure functions of the state, the route and the window.
extension ProfileState {
  /// Returns the screen of a route. `links` are the product's rows below the profile.
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID, links: [Node<ProfileWindowAction>] = []
  ) -> Screen<ProfileWindowAction> {
    let isEdit = route.path == ProfilePlaces.edit.path
    let title = isEdit ? "Edit profile" : "Profile"
    let body: [Node<ProfileWindowAction>]
    switch reading {
    case .unread, .underWay: body = [.skeleton("Loading your profile")] + (isEdit ? [] : links)
    case .failed(let problem):
      body =
        [
          .notice(
            "Your profile could not be loaded. \(problem.sentence)", id: "problem", tone: .warning, icon: .warning,
            [.button("Try again", icon: .refresh, does: .retry)])
        ] + (isEdit ? [] : links)
    case .done: body = isEdit ? editing(in: surroundings, at: window) : overview + links
    }
    return Screen(
      route, title: title, nodes: [.heading(title, level: 1)] + body, dialog: dialog(in: windows[window]))
  }

  private func dialog(in local: ProfileWindowState) -> Node<ProfileWindowAction>? {
    if local.asksRemoval {
      return .dialog(
        "Remove your photo?", id: "remove-photo", [.text("It is removed here and on the server.", id: "words")],
        buttons: [
          .button("Keep photo", id: "keep", does: .keepPhoto),
          .destructive("Remove photo", id: "remove", asks: .removePhoto),
        ], dismiss: .keepPhoto, isAlert: true)
    }
    return local.forms.question?.dialog { .form($0) }
  }

  // MARK: Overview

  private var overview: [Node<ProfileWindowAction>] {
    [card, .link("Edit profile", to: ProfilePlaces.edit, id: "edit", icon: .edit)] + completionNodes + [details]
      + seenByOthers
  }

  private var card: Node<ProfileWindowAction> {
    let line = plan.headline.flatMap { said($0) }
    return .card(
      name ?? "No name yet", id: "self", value: line,
      picture + [.heading(name ?? "No name yet", level: 2, id: "name")])
  }

  /// The photo as the faces show it; empty while there is none here.
  private var picture: [Node<ProfileWindowAction>] {
    guard plan.hasPhoto, let photo else { return [] }
    return [.image(ProfileState.source(of: photo), alternative: "Your photo", id: "photo")]
  }

  /// The address of a photo within the product, which changes with the photo.
  public static func source(of photo: ProfilePhoto) -> String { "/-/picture/profile-\(photo.mark)" }

  private var completionNodes: [Node<ProfileWindowAction>] {
    let percent = completion
    guard percent < 100 else { return [] }
    var rows: [Node<ProfileWindowAction>] = missing.map { input in
      .row("Add: \(input.title)", id: input.field.rawValue, to: plan.elsewhere[input.field] ?? ProfilePlaces.edit).with
      { $0.icon = .add }
    }
    if lacksPhoto {
      rows.insert(.row("Add: Photo", id: "photo", to: ProfilePlaces.edit).with { $0.icon = .camera }, at: 0)
    }
    return [
      .section(
        "Your profile is \(percent) % complete", id: "completion",
        [
          .progress("Profile completion", id: "share", done: Double(percent), of: 100).with { $0.isBusy = false },
          .list("Still missing", id: "missing", rows),
        ])
    ]
  }

  private var details: Node<ProfileWindowAction> {
    let rows = inputs.filter { $0.field != .name && $0.field != plan.headline }.compactMap { row($0) }
    return rows.isEmpty ? .group(id: "details", []) : .section("About you", id: "details", [.list("About you", rows)])
  }

  private func row(_ input: FormInput<ProfileField>) -> Node<ProfileWindowAction>? {
    said(input.field).map { .row(input.title, id: input.field.rawValue, value: $0) }
  }

  private func said(_ field: ProfileField) -> String? {
    let text = values[field]
    guard !text.trimmed.isEmpty, let input = inputs.first(where: { $0.field == field }) else { return nil }
    if case .several(let options) = input.control {
      return values.list(field).map { word in options.first { $0.value == word }?.title ?? word }
        .joined(separator: ", ")
    }
    if case .day = input.control, let day = CalendarDay(text) { return day.long }
    return input.said(text)
  }

  private var seenByOthers: [Node<ProfileWindowAction>] {
    guard let fields = plan.othersSee else { return [] }
    let titles = inputs.filter { fields.contains($0.field) }.compactMap { row($0) }
    return [
      .section(
        "Others see", id: "others",
        [
          .text(plan.audience, id: "audience"),
          // The heading inside has the name.
          .card(
            "Your card", id: "public",
            picture.map {
              var copy = $0; copy.id = "public-photo"; return copy
            }
              + [.heading(name ?? "No name yet", level: 3, id: "name")]
              + (titles.isEmpty ? [] : [.list("Shown to others", id: "fields", titles)])),
        ])
    ]
  }

  // MARK: Editing

  private func editing(in surroundings: Surroundings, at window: WindowID) -> [Node<ProfileWindowAction>] {
    let photo = plan.hasPhoto ? [photoNodes(in: windows[window])] : []
    return photo + formNodes(nil, save: "Save", in: surroundings, at: window)
      + [.link("Back to your profile", to: ProfilePlaces.profile, id: "profile", icon: .back)]
  }

  /// The form of one part of the profile, for a step of an onboarding.
  public func partNodes(
    _ part: String, save: String, in surroundings: Surroundings, at window: WindowID
  ) -> [Node<ProfileWindowAction>] {
    switch reading {
    case .unread, .underWay: [.skeleton("Loading your profile")]
    case .failed(let problem):
      [
        .problem(problem),
        .button("Try again", icon: .refresh, does: .retry),
      ]
    case .done: formNodes(part, save: save, in: surroundings, at: window)
    }
  }

  private func formNodes(
    _ part: String?, save: String, in surroundings: Surroundings, at window: WindowID
  ) -> [Node<ProfileWindowAction>] {
    guard let form = form(form(part), in: window, at: surroundings.now) else { return [] }
    return form.notices(in: surroundings, does: { .form($0) }) + behind(form)
      + form.fields(in: surroundings, does: { .form($0) })
      + [.group("", id: "buttons", form.buttons(save, does: { .form($0) }))]
  }

  private func behind(_ form: Form<ProfileForm>) -> [Node<ProfileWindowAction>] {
    guard form.isBehind else { return [] }
    return [
      .notice(
        "Your profile was changed on another device meanwhile. What you typed is still here.", id: "behind",
        tone: .warning, icon: .warning,
        [
          .destructive("Discard mine", id: "discard", icon: .undo, asks: .form(.ask(.discard(form.name)))),
          .button("Replace it with mine", id: "replace", icon: .save, does: .form(.ask(.replace(form.name)))),
        ])
    ]
  }

  private func photoNodes(in local: ProfileWindowState) -> Node<ProfileWindowAction> {
    let choose = Node<ProfileWindowAction>.button(
      photo == nil ? "Take or choose a photo" : "Change photo", id: "choose", icon: .camera, does: .choosePhoto)
    let remove: [Node<ProfileWindowAction>] =
      photo == nil && stored.photoPath == nil
      ? [] : [.destructive("Remove photo", id: "remove", asks: .askRemovePhoto)]
    let nodes: [Node<ProfileWindowAction>] =
      switch local.photo {
      case .idle: [choose] + remove
      case .refused(let sentence):
        [.note(sentence, tone: .warning, icon: .warning, id: "refused").with { $0.live = .polite }, choose] + remove
      case .choosing:
        [
          .note("Waiting for your photo", id: "under-way").with { $0.live = .polite },
          .file("Your photo", id: "file", hint: "A JPEG, PNG or WebP picture of up to 10 MB."),
          .button("Cancel photo", id: "stop", does: .stopPhoto),
        ]
      case .working: [.progress("Making your photo smaller", id: "under-way")]
      }
    return .group("Photo", id: "photo-group", picture + nodes + waiting)
  }

  /// Message about a photo that the server does not have.
  private var waiting: [Node<ProfileWindowAction>] {
    guard let photo, photo.path == nil else { return [] }
    guard let photoProblem else {
      return [.note("Saved on this device. It is sent when you are signed in and online.", icon: .waiting, id: "waits")]
    }
    return [
      .note(
        "Saved on this device, and not sent. \(photoProblem.sentence)", tone: .warning, icon: .warning, id: "waits"),
      .button("Send again", id: "send", icon: .refresh, does: .sendPhoto),
    ]
  }
}
