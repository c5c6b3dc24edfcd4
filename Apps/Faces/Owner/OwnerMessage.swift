internal import Interface
internal import JSON
internal import Kernel
internal import Platform
internal import Shell

/// One line received from the owner of a profile.
enum OwnerMessage {
  case result(Int, Frame)
  /// The result of a request that is not answered by a frame.
  case told(Int, JSON)
  case failure(Int, Problem)
  case frame(Frame)
  case outlet(Outlet)
  /// The last message. The problem is nil when the visitor's own input had ended.
  case farewell(Problem?)
  /// A message that this version does not know; the owner may be newer.
  case other

  init(_ bytes: [UInt8]) {
    guard let line = try? JSON(bytes: Data(bytes)) else {
      self = .other
      return
    }
    if let method = line["method"]?.string {
      self = OwnerMessage(method, line["params"] ?? [:])
    } else if let number = line["id"]?.number.flatMap({ Int(exactly: $0) }) {
      if let error = line["error"] {
        let words = error["message"]?.string ?? "It could not be done."
        self = .failure(number, error["data"]?.value() ?? Problem("other", words, remedy: "Try again."))
      } else if let frame: Frame = line["result"]?.value() {
        self = .result(number, frame)
      } else if let result = line["result"] {
        self = .told(number, result)
      } else {
        self = .failure(number, .unreadable)
      }
    } else {
      self = .other
    }
  }

  private init(_ method: String, _ params: JSON) {
    let heard: OwnerMessage? =
      switch method {
      case "frame": params.value().map { .frame($0) }
      case "toast": params.value().map { .outlet(.toast($0)) }
      case "announcement":
        params.value().map { .outlet(params["shown"]?.bool == true ? .changed($0) : .announcement($0)) }
      case "haptic": params["kind"]?.value().map { .outlet(.haptic($0)) }
      case "notification": params.value().map { .outlet(.notification($0)) }
      case "notification_withdrawn": params["names"]?.value().map { .outlet(.withdrawn($0)) }
      case "problem": params.value().map { .outlet(.problem($0)) }
      case "photo_asked": params["id"]?.value().map { .outlet(.photoAsked(id: $0)) }
      case "file_offered": params.value().map { .outlet(.fileOffered($0)) }
      case "browser_asked": params.value().map { .outlet(.browserAsked($0)) }
      case "address_asked": params.value().map { .outlet(.addressAsked($0)) }
      case "speech_asked": params.value().map { .outlet(.speechAsked($0)) }
      case "leave": .outlet(.leave)
      case Farewell.method: .farewell(params.value())
      default: nil
      }
    self = heard ?? .other
  }
}

enum Farewell {
  static let method = "closed"
  /// The beginning of the encoded line, whose members are in order.
  private static let beginning = Array(#"{"jsonrpc":"2.0","method":"closed""#.utf8)

  static func isSaid(in line: [UInt8]) -> Bool { line.starts(with: beginning) }
}

extension JSON {
  /// Decodes the value; nil when it has another shape.
  fileprivate func value<Value: Decodable>() -> Value? {
    (try? JSON.data(self)).flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
  }
}

extension Problem {
  static let unreadable = Problem(
    "owner-differs", "The process that has the profile open sent an answer that this version cannot read.",
    safe: "What was entered is kept.", remedy: "End that process and start it again with this version.")

  static let gone = Problem(
    "owner-gone", "The process that had the profile open has ended.", safe: "What had been answered is kept.",
    remedy: "Start again: the profile then opens here.")

  static let mute = Problem(
    "owner-silent", "The process that has the profile open does not answer.",
    safe: "What had been answered is kept.", remedy: "Wait and try again, or end that process.")
}
