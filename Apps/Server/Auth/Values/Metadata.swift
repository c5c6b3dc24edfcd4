internal import FoundationEssentials
internal import JSON

/// What an app keeps with a person's account. It travels in every one of their tokens, so it is small.
enum Metadata {
  /// In bytes of JSON. A token with it must find room in a request's head.
  static let most = 6144

  /// What is there with what is given put in; null takes away.
  static func merged(_ old: [String: JSON], _ new: [String: JSON]) throws(AuthRefusal) -> [String: JSON] {
    var merged = old
    for (key, value) in new {
      if value == .null { merged.removeValue(forKey: key) } else { merged[key] = value }
    }
    return try checked(merged)
  }

  static func checked(_ members: [String: JSON]) throws(AuthRefusal) -> [String: JSON] {
    guard let bytes = try? JSON.data(JSON.object(members)), bytes.count <= most else {
      throw .invalid("The user's data must not be larger than \(most) bytes of JSON.")
    }
    guard !JSONReader.escapesNull([UInt8](bytes)) else {
      throw .invalid("The user's data has the character U+0000, which no database keeps.")
    }
    return members
  }
}
