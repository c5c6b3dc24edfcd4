internal import JSON
internal import Kernel
internal import Permissions

// The JSON form of reports about speech.
extension SpeechReport {
  var member: [String: JSON] {
    switch self {
    case .can(let ability):
      [
        "listens": .bool(ability.listens), "reads": .bool(ability.reads), "settings": .bool(ability.opensSettings),
        "microphone": .string(ability.microphone.rawValue),
      ]
    case .microphone(let standing): ["microphone": .string(standing.rawValue)]
    case .partial(let text): ["partial": .string(text)]
    case .heard(let text): ["heard": .string(text)]
    case .failed(let failure): ["failed": .string(failure.rawValue)]
    }
  }
}

extension Parameters {
  /// Decodes the abilities of a front end, or one report.
  func speechReport() throws(Problem) -> SpeechReport {
    if has("partial") { return .partial(try text("partial", longest: SpeechReport.longest)) }
    if has("heard") { return .heard(try text("heard", longest: SpeechReport.longest)) }
    if let failure = try word("failed", SpeechReport.Failure.self) { return .failed(failure) }
    guard let microphone = try word("microphone", PermissionStanding.self) else {
      throw problem("“speech” lacks what to report.", "Send {\"heard\": \"...\"}, for example.")
    }
    guard has("listens") else { return .microphone(microphone) }
    func flag(_ name: String) -> Bool { params[name]?.bool ?? false }
    return .can(
      SpeechAbility(
        listens: flag("listens"), reads: flag("reads"), opensSettings: flag("settings"), microphone: microphone))
  }
}
