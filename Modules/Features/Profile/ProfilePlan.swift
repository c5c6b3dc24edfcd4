public import Forms
public import Interface
internal import Kernel

/// The name of a profile's field, which the product chooses. It is stored in drafts, so it never changes.
public struct ProfileField: FormFieldName, ExpressibleByStringLiteral, Comparable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  public static func < (one: ProfileField, other: ProfileField) -> Bool { one.rawValue < other.rawValue }

  /// The name under which the person is shown, in every product.
  public static let name: ProfileField = "name"
}

public typealias ProfileValues = FormValues<ProfileField>

/// The questions of a product's profile, its rows, and the part that others see.
public struct ProfilePlan: Sendable {
  public typealias Check = @Sendable (inout FormReader<ProfileField>) -> Void

  /// The fields in order. They may depend on what is typed, such as on a role.
  public let inputs: @Sendable (ProfileValues) -> [FormInput<ProfileField>]
  /// Checks of single fields beyond those of their controls.
  public let checks: [ProfileField: Check]
  /// Forms that ask only some of the fields, by name, for the steps of an onboarding.
  public let parts: [String: [ProfileField]]
  /// Fields that the profile shows and another place changes.
  public let elsewhere: [ProfileField: Route]
  /// The field shown under the name, such as the role.
  public let headline: ProfileField?
  /// The fields that others see besides the photo and the name; nil for a profile that nobody else sees.
  public let othersSee: [ProfileField]?
  /// Sentence that names the people who see them.
  public let audience: String
  public let hasPhoto: Bool

  public init(
    inputs: @escaping @Sendable (ProfileValues) -> [FormInput<ProfileField>], checks: [ProfileField: Check] = [:],
    parts: [String: [ProfileField]] = [:], elsewhere: [ProfileField: Route] = [:], headline: ProfileField? = nil,
    othersSee: [ProfileField]? = nil,
    audience: String = "", hasPhoto: Bool = true
  ) {
    self.inputs = inputs
    self.checks = checks
    self.parts = parts
    self.elsewhere = elsewhere
    self.headline = headline
    self.othersSee = othersSee
    self.audience = audience
    self.hasPhoto = hasPhoto
  }
}

/// The places of the profile.
public enum ProfilePlaces {
  public static let profile = Route(["profile"])
  public static let edit = Route(["profile", "edit"])

  public static func all(keywords: [String]) -> [Place] {
    [
      Place("/profile", title: "Profile", keywords: keywords),
      Place("/profile/edit", title: "Edit profile", keywords: ["photo", "name"]),
    ]
  }
}

/// A profile as it is stored.
public struct StoredProfile: Sendable, Equatable {
  public var values: ProfileValues
  /// Where the server keeps the photo: its bucket and path.
  public var photoPath: String?
  /// Nil for a profile that is not stored yet.
  public var version: ProfileVersion?

  public init(_ values: ProfileValues = ProfileValues(), photoPath: String? = nil, version: ProfileVersion? = nil) {
    self.values = values
    self.photoPath = photoPath
    self.version = version
  }
}
