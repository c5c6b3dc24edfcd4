public import Kernel

/// The source of an assistant's words, as the person chose it for this device.
public struct ModelChoice: Sendable, Equatable {
  public enum Way: String, Sendable, Hashable, CaseIterable {
    /// The product's own words, without a model and without the network.
    case builtIn = "built-in"
    /// The model of the server that the account is with.
    case server
    /// An OpenAI-compatible address of one's own.
    case own
  }

  public var way: Way
  public var address: String
  public var model: String
  public var key: Redacted<String>?

  public static let longestAddress = 1_000
  public static let longestName = 200
  public static let longestKey = 1_000

  public init(_ way: Way = .builtIn, address: String = "", model: String = "", key: Redacted<String>? = nil) {
    self.way = way
    self.address = address
    self.model = model
    self.key = key
  }

  /// The operator of the model, for a sentence; nil for the built-in words.
  public var operatorName: String? {
    switch way {
    case .builtIn: nil
    case .server: "the server of your account"
    case .own: ModelChoice.host(of: address) ?? "your own address"
    }
  }

  /// Whether the model is on this machine, where no network is needed.
  public var isLocal: Bool {
    way == .own && ModelChoice.host(of: address).map { ["localhost", "127.0.0.1"].contains($0) } ?? false
  }

  /// The host of an address; nil for one that may not be asked: anything but `https`, and `http` on this machine alone.
  public static func host(of address: String) -> String? {
    guard address.utf8.count <= longestAddress, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    let isSafe = address.hasPrefix("https://")
    guard isSafe || address.hasPrefix("http://") else { return nil }
    let authority = address.dropFirst(isSafe ? 8 : 7).prefix { !"/?#".contains($0) }
    let host = authority.prefix { $0 != ":" }
    guard !host.isEmpty, !authority.contains("@"), host.allSatisfy({ $0.isLetter || $0.isNumber || ".-".contains($0) })
    else { return nil }
    return isSafe || ["localhost", "127.0.0.1"].contains(host) ? String(host) : nil
  }
}

/// A field of the page on which the model is chosen.
public enum ModelField: String, Sendable, Hashable, CaseIterable {
  case address, model
}

/// The choice of a model that is being made in one window.
public struct ModelForm: Sendable, Equatable {
  public private(set) var choice: ModelChoice
  public private(set) var complaints: [ModelField: String] = [:]
  public var isSaved = false

  public init(choice: ModelChoice) { self.choice = choice }

  public mutating func choose(_ way: ModelChoice.Way) {
    choice.way = way
    complaints = [:]
    isSaved = false
  }

  public mutating func fill(_ field: ModelField, _ text: String) {
    isSaved = false
    complaints[field] = nil
    switch field {
    case .address: choice.address = String(text.prefix(ModelChoice.longestAddress))
    case .model: choice.model = String(text.prefix(ModelChoice.longestName))
    }
  }

  public mutating func fillKey(_ key: Redacted<String>) {
    choice.key = key.revealed.isEmpty ? nil : Redacted(String(key.revealed.prefix(ModelChoice.longestKey)))
    isSaved = false
  }

  /// Checks what was typed, and says at each field what is wrong.
  public mutating func isComplete() -> Bool {
    complaints = [:]
    guard choice.way == .own else { return true }
    if ModelChoice.host(of: choice.address) == nil {
      complaints[.address] =
        "Enter a whole address that begins with https://, such as https://host/v1/chat/completions."
    }
    if choice.model.allSatisfy(\.isWhitespace) { complaints[.model] = "Enter the name of the model." }
    return complaints.isEmpty
  }
}
