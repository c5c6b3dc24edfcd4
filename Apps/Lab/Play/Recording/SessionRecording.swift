internal import Catalog
internal import FoundationEssentials
internal import Interface
internal import JSON
public import Kernel
internal import Shell

/// The action log of one window: its commands and the screens they led to, as JSON lines after a header line.
///
///     {"troupe":1,"product":"yhealth","profile":"me","clock":"2026-03-02T08:00:00.000Z","zone":"Europe/Rome","seed":7}
///     {"frame":"91ab...","changes":[...]}
///     {"at":"2026-03-02T08:00:00.000Z","method":"tap","params":{"label":"Insights"}}
///     {"frame":"33cf...","changes":[...]}
///
/// The changes lead from the screen before to this one, so that a difference can be shown from both sides.
public struct SessionRecording: Sendable, Hashable {
  static let version = 1
  static let largestFile = 64 << 20
  /// Equal to the bound of `troupe rpc`.
  static let longestLine = 1 << 20

  public struct Header: Sendable, Hashable {
    public let product: String
    public let profile: String
    public let start: Moment
    public let seed: UInt64?

    public init(product: String, profile: String, start: Moment, seed: UInt64?) {
      self.product = product
      self.profile = profile
      self.start = start
      self.seed = seed
    }
  }

  enum Entry: Sendable, Hashable {
    /// A command, with the code of the problem it ended in, if any.
    case did(Command, at: Date?, problem: String?)
    case showed(Shown)
  }

  /// A recorded screen: enough to tell whether another is equal, and usually where it differs.
  struct Shown: Sendable, Hashable {
    let digest: String
    var changes: [Difference]?
    /// The whole screen, where changes cannot express it.
    var whole: Element?
    /// Its members beside its elements; nil where that is as before, and in logs of earlier versions.
    var members: JSON?
  }

  struct Line: Sendable, Hashable {
    let number: Int
    let entry: Entry
  }

  public let header: Header
  let lines: [Line]
}

// MARK: - Parsing and encoding

extension SessionRecording {
  /// Parses a log. Throws the first error with its line.
  public init(_ text: String, file: String) throws(Problem) {
    var header: Header?
    var lines: [Line] = []
    let texts = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, text) in texts.enumerated() where !text.allSatisfy(\.isWhitespace) {
      let number = index + 1
      let place = "\(file):\(number): "
      guard text.utf8.count <= SessionRecording.longestLine else {
        throw Problem(
          "recording", place + "This line is longer than \(SessionRecording.longestLine) bytes.",
          remedy: "Record it again.")
      }
      guard let json = try? JSON(text: String(text)), json.object != nil else {
        let isCut = number == texts.count
        throw Problem(
          "recording",
          place + (isCut ? "The recording breaks off in the middle of this line." : "This is not a JSON object."),
          remedy: isCut ? "Take this line away to replay what comes before it." : "Name a file that `--record` wrote.")
      }
      do {
        if header == nil {
          header = try Header(json)
        } else {
          lines.append(Line(number: number, entry: try Entry(json)))
        }
      } catch {
        throw Problem(error.code, place + error.what, safe: error.safe, remedy: error.remedy)
      }
    }
    guard let header else {
      throw Problem("recording", "\(file) is empty.", remedy: "Name a file that `--record` wrote.")
    }
    self.header = header
    self.lines = lines
  }
}

extension SessionRecording.Header {
  fileprivate init(_ json: JSON) throws(Problem) {
    guard let version = json["troupe"]?.number else {
      throw Problem("recording", "This is not a recording of Troupe.", remedy: "Name a file that `--record` wrote.")
    }
    guard version == Double(SessionRecording.version) else {
      throw Problem(
        "recording-version",
        "This recording is of version \(version); this Troupe reads version \(SessionRecording.version).",
        remedy: "Replay it with the Troupe that wrote it, or record it again.")
    }
    guard let product = json["product"]?.string, let profile = json["profile"]?.string,
      let date = json["clock"]?.string.flatMap(Moment.date)
    else {
      throw Problem("recording", "The header lacks its product, profile or clock.", remedy: "Record it again.")
    }
    guard Product.named(product) != nil else {
      throw Problem(
        "recording", "There is no product “\(product.prefix(40))”.",
        remedy: "There are: \(Product.all.map(\.id).joined(separator: ", ")).")
    }
    let zone = json["zone"]?.string ?? "GMT"
    guard let zone = TimeZone(named: zone) else {
      throw Problem("recording", "There is no time zone called “\(zone.prefix(64))”.", remedy: "Record it again.")
    }
    self.init(
      product: product, profile: profile, start: Moment(date, in: zone),
      seed: json["seed"]?.string.flatMap { UInt64($0) } ?? json["seed"]?.number.flatMap { UInt64(exactly: $0) })
  }

  var json: JSON {
    var members: [String: JSON] = [
      "troupe": .number(Double(SessionRecording.version)), "product": .string(product), "profile": .string(profile),
      "clock": .string(start.text), "zone": .string(start.zone.identifier),
    ]
    // JSON numbers are exact up to 2^53 only.
    members["seed"] = seed.map { $0 < 1 << 53 ? .number(Double($0)) : .string(String($0)) }
    return .object(members)
  }
}

extension SessionRecording.Entry {
  fileprivate init(_ json: JSON) throws(Problem) {
    if let digest = json["frame"] {
      self = .showed(try SessionRecording.Shown(digest, json))
    } else if let method = json["method"]?.string {
      guard let command = try Command(method: method, params: json["params"] ?? [:]) else {
        throw Problem(
          "recording", "There is no method “\(method.prefix(40))”.",
          remedy: "There are: \(Command.methods.joined(separator: ", ")).")
      }
      self = .did(command, at: json["at"]?.string.flatMap(Moment.date), problem: json["problem"]?.string)
    } else {
      throw Problem("recording", "This line is neither a command nor a frame.", remedy: "Record it again.")
    }
  }

  var json: JSON {
    switch self {
    case .did(let command, let date, let problem):
      var members: [String: JSON] = ["method": .string(command.method), "params": command.params]
      members["at"] = date.map { .string(Moment($0).text) }
      members["problem"] = problem.map { .string($0) }
      return .object(members)
    case .showed(let shown):
      var members: [String: JSON] = ["frame": .string(shown.digest)]
      members["changes"] = shown.changes.flatMap { try? JSON(encoding: $0) }
      members["members"] = shown.members
      members["whole"] = shown.whole.flatMap { try? JSON(encoding: $0) }
      return .object(members)
    }
  }
}

extension SessionRecording.Shown {
  /// Encodes a frame relative to the screen before.
  init(_ frame: Frame, after older: Element) {
    let root = frame.root
    let changes = root.differences(from: older)
    let leads = older.applying(changes) == root
    self.init(digest: FrameDigest.of(frame), changes: leads ? changes : nil, whole: leads ? nil : root)
  }

  fileprivate init(_ digest: JSON, _ json: JSON) throws(Problem) {
    func part<Value: Decodable>(_ name: String, _ type: Value.Type) throws(Problem) -> Value? {
      guard let part = json[name] else { return nil }
      do {
        return try JSONDecoder().decode(type, from: JSON.data(part))
      } catch {
        throw Problem("recording", "The frame's “\(name)” cannot be read.", remedy: "Record it again.")
      }
    }
    guard let digest = digest.string, digest.utf8.count <= 128 else {
      throw Problem("recording", "The frame has no digest.", remedy: "Record it again.")
    }
    self.init(
      digest: digest, changes: try part("changes", [Difference].self), whole: try part("whole", Element.self),
      members: json["members"])
  }

  /// Returns the screen; nil when only its digest is known, or when the screen before is unknown.
  func root(after older: Element?) -> Element? { whole ?? changes.flatMap { older?.applying($0) } }

  /// The empty screen that every recording starts from.
  static let nothing = Element(id: "frame", role: .group)
}
