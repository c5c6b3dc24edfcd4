public import Forms
public import Interface
public import Kernel

/// The inputs from other features, and the results of effects.
public enum ProfileAction: Sendable, Equatable {
  case begin
  /// Fields that were set elsewhere, such as in the first steps.
  case set([ProfileField: String])
  /// Whether photos can be sent to the server and fetched from it.
  case reach(Bool)

  case loaded(StoredProfile?, ProfilePhoto?)
  case notLoaded(Problem)
  /// The stored profile has changed.
  case changed
  case draft(FormAnswer<ProfileForm>)
  case saved(StoredProfile, ProfileSave)
  case notSaved(Problem, ProfileSave)
  /// Another version was saved first.
  case outrun(StoredProfile?, ProfileSave)
  case wasSet(StoredProfile)
  case notSet(Problem, [ProfileField: String])
  case photoChosen([UInt8]?, in: WindowID)
  case photoKept(ProfilePhoto, in: WindowID)
  case photoRefused(Problem, in: WindowID)
  case photoSent(ProfilePhoto, StoredProfile)
  case photoNotSent(Problem)
  case photoFetched(ProfilePhoto)
  case photoRemoved(StoredProfile, in: WindowID)
  case photoNotRemoved(Problem, in: WindowID)
}

/// The user's actions in one window.
public enum ProfileWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case form(FormAction<ProfileForm>)
  case choosePhoto
  case stopPhoto
  case askRemovePhoto
  case keepPhoto
  case removePhoto
  case sendPhoto
  case retry
}

/// A save of a form.
public struct ProfileSave: Sendable, Equatable {
  public let values: ProfileValues
  /// The fields that the form asked for; the others stay as they are stored.
  let fields: [ProfileField]
  let over: ProfileVersion?
  let form: ProfileForm
  let draft: ID<FormDraft<ProfileForm>>
  let window: WindowID
}

/// The effects that the profile requests.
public enum ProfileEffect: Sendable, Equatable {
  case load, listen
  case draft(FormEffect<ProfileForm>)
  case save(ProfileSave)
  case set([ProfileField: String])
  case choosePhoto(WindowID)
  case keepPhoto([UInt8], in: WindowID)
  case sendPhoto(ProfilePhoto)
  case fetchPhoto(path: String)
  case removePhoto(in: WindowID)
}

/// The events that other features and windows may receive.
public enum ProfileEvent: Sendable, Equatable {
  /// A form was saved in that window; its part, or nil for the whole profile.
  case saved(part: String?)
  /// The stored profile has changed.
  case changed
  case told(Toast)
}

/// The state of one window.
public struct ProfileWindowState: FormHolding {
  public var forms = FormTable<ProfileForm>()
  var photo = PhotoPhase.idle
  var asksRemoval = false
  /// Whether the window shows the whole form.
  var isEditing = false

  public init() {}
}
