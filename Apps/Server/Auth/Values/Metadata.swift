internal import FoundationEssentials
internal import JSON

/// The data that an app stores with an account. It is small, since every access token contains it.
enum Metadata {
  /// The largest size in bytes of JSON. A token with it must fit into a request header.
  static let most = 6144

  /// Merges new members into existing ones; null removes a member.
  static func merged(_ old: [String: JSON], _ new: [String: JSON]) throws(AuthError) -> [String: JSON] {
    var merged = old
    for (key, value) in new {
      if value == .null { merged.removeValue(forKey: key) } else { merged[key] = value }
    }
    return try checked(merged)
  }

  static func checked(_ members: [String: JSON]) throws(AuthError) -> [String: JSON] {
    guard let bytes = try? JSON.data(JSON.object(members)), bytes.count <= most else {
      throw .invalid("The user's data must not be larger than \(most) bytes of JSON.")
    }
    guard !JSONReader.escapesNull([UInt8](bytes)) else {
      throw .invalid("The user's data has the character U+0000, which no database keeps.")
    }
    return members
  }
}
