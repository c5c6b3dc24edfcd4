internal import Conversation
internal import Interface
internal import Permissions

extension Permission {
  /// The microphone, for answers to the coach.
  static let coachMicrophone = Permission(
    "microphone", title: "Speak with your coach",
    why: "\(Permission.microphone.why) You can always type your answers instead.",
    allow: Permission.microphone.allow, icon: .microphone)
}
