internal import Forms
internal import Interface
internal import Profile
internal import Sobriety

extension ProfileField {
  static let role: ProfileField = "role"
  static let programme: ProfileField = "programme"
  static let soberSince: ProfileField = "sober_since"
  static let availability: ProfileField = "availability"
  static let region: ProfileField = "region"
  static let bio: ProfileField = "bio"
  /// Fields of a sponsee.
  static let journey: ProfileField = "journey"
  static let wantsSponsor: ProfileField = "wants_sponsor"
  /// Fields of a sponsor.
  static let experience: ProfileField = "experience"
  static let wantsSponsee: ProfileField = "wants_sponsee"
}

/// The roles in Volvox.Sober. The raw values are stored.
enum VolvoxRole: String, CaseIterable {
  case sponsee, sponsor, both

  /// The words of the first steps.
  var wish: String {
    switch self {
    case .sponsee: "I'm looking for a sponsor"
    case .sponsor: "I want to be a sponsor"
    case .both: "Both"
    }
  }

  var title: String {
    switch self {
    case .sponsee: "Sponsee"
    case .sponsor: "Sponsor"
    case .both: "Sponsor and sponsee"
    }
  }

  var isSponsor: Bool { self != .sponsee }
  var isSponsee: Bool { self != .sponsor }
}

extension ProfilePlan {
  static let details = "details"

  /// The profile of Volvox.Sober: what it asks follows from the role.
  static let volvox = ProfilePlan(
    inputs: { values in
      let role = VolvoxRole(rawValue: values[.role])
      return common(role) + (role?.isSponsee == true ? sponsee : []) + (role?.isSponsor == true ? sponsor : [])
    },
    checks: [
      // A choice has no usual value here, so an open one is missing.
      .role: { $0.require(.role, "Choose your role.") },
      .programme: { $0.require(.programme, "Choose your programme.") },
    ],
    parts: [
      details: [.programme, .availability, .region, .bio, .journey, .wantsSponsor, .experience, .wantsSponsee]
    ],
    elsewhere: [.soberSince: SobrietyPlaces.date], headline: .role,
    othersSee: [.role, .soberSince, .programme, .availability, .region, .bio],
    audience: "People you are connected with see this. Nobody else does.")

  private static func common(_ role: VolvoxRole?) -> [FormInput<ProfileField>] {
    [
      FormInput(.name, "Name", .text(longest: 100)) {
        $0.isRequired = true
        $0.missing = "Enter the name you go by. It need not be your full name."
        $0.purpose = .name
      },
      FormInput(.role, "Role", .one(VolvoxRole.allCases.map { FormOption($0.rawValue, $0.title) }) { _ in "" }) {
        $0.isRequired = true
        $0.hint = "What is asked below follows from it."
      },
      FormInput(.soberSince, "Sober since", .day),
      FormInput(.programme, "Recovery programme", .one(programmes, isFolded: true) { _ in "" }) {
        $0.isRequired = true
      },
      FormInput(.availability, "Availability", .several(availability)) {
        $0.isRequired = true
        $0.missing = "Choose when you have time."
      },
      FormInput(.region, "Location", .text(longest: 200)) {
        $0.hint = "A city or region is enough."
        $0.purpose = .place
      },
      FormInput(.bio, "About me", .text(longest: 2_000, isLong: true)) {
        $0.hint = "What you would like others to know."
      },
    ]
  }

  private static let sponsee = [
    FormInput<ProfileField>(.journey, "My sobriety journey", .text(longest: 2_000, isLong: true)),
    FormInput<ProfileField>(.wantsSponsor, "What I look for in a sponsor", .text(longest: 2_000, isLong: true)) {
      $0.isRequired = true
      $0.missing = "Say in a few words what you look for in a sponsor."
    },
  ]

  private static let sponsor = [
    FormInput<ProfileField>(.experience, "My experience", .text(longest: 2_000, isLong: true)) {
      $0.isRequired = true
      $0.missing = "Say in a few words what experience you bring."
    },
    FormInput<ProfileField>(.wantsSponsee, "What I look for in a sponsee", .text(longest: 2_000, isLong: true)),
  ]

  static let programmes = [
    FormOption("aa", "Alcoholics Anonymous (AA)"), FormOption("na", "Narcotics Anonymous (NA)"),
    FormOption("ca", "Cocaine Anonymous (CA)"), FormOption("smart", "SMART Recovery"),
    FormOption("refuge", "Refuge Recovery"), FormOption("secular", "Secular programme"),
    FormOption("other", "Another programme"),
  ]

  static let availability = [
    FormOption("weekdays", "Weekdays"), FormOption("evenings", "Evenings"), FormOption("weekends", "Weekends"),
    FormOption("anytime", "Any time"),
  ]
}

extension FormReader<ProfileField> {
  fileprivate mutating func require(_ field: ProfileField, _ sentence: String) {
    if values[field].trimmed.isEmpty { complain(field, sentence, isOfMissing: true) }
  }
}
