internal import Conversation
internal import Interface
internal import Permissions

extension Permission {
  /// The microphone, for commands to the assistant.
  static let commandMicrophone = Permission(
    "microphone", title: "Speak to your assistant",
    why:
      "What you say becomes text, which is sent to the assistant on this device. It asks before it changes anything. The recording is not kept. Your browser or device turns speech into text, and some send it to their maker for that.",
    allow: "Use the microphone", icon: .microphone)
}
