internal import Forms
package import FoundationEssentials
internal import Interface
package import Kernel
package import Profile
package import Shell
package import Storage

/// A person's profile in the products where nobody else sees it: a name, a photo, and a few words.
package struct PersonProfile: Syncable {
  package static let collection = "person_profiles"
  package static let own = ID<PersonProfile>(named: "own")

  package var id: ID<PersonProfile> { PersonProfile.own }
  var name: String?
  var about: String?
  var photoPath: String?

  package var when: Date { .distantPast }

  package enum CodingKeys: String, ColumnKey {
    case id, name, about
    case photoPath = "photo_path"
  }

  init() {}

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = try fields.decodeIfPresent(String.self, forKey: .name)
    about = try fields.decodeIfPresent(String.self, forKey: .about)
    photoPath = try fields.decodeIfPresent(String.self, forKey: .photoPath)
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    // An emptied field is sent as null, or the server would keep the former text.
    try fields.encode(name, forKey: .name)
    try fields.encode(about, forKey: .about)
    try fields.encode(photoPath, forKey: .photoPath)
  }

  package static let coding = ProfileCoding<PersonProfile>(
    id: own,
    read: { record in
      StoredProfile(
        ProfileValues([.name: record.name ?? "", .about: record.about ?? ""]), photoPath: record.photoPath)
    },
    write: { profile, before, _ in
      var record = before ?? PersonProfile()
      record.name = profile.values[.name].isEmpty ? nil : profile.values[.name]
      record.about = profile.values[.about].isEmpty ? nil : profile.values[.about]
      record.photoPath = profile.photoPath
      return record
    })
}

extension ProfileField {
  fileprivate static let about: ProfileField = "about"
}

extension ProfilePlan {
  /// A profile that nobody else sees. `about` is the title of the few words.
  package static func own(about title: String, hint: String) -> ProfilePlan {
    ProfilePlan(inputs: { _ in
      [
        FormInput(.name, "Name", .text(longest: 100)) {
          $0.isRequired = true
          $0.missing = "Enter the name you go by."
          $0.purpose = .name
        },
        FormInput(.about, title, .text(longest: 2_000, isLong: true)) { $0.hint = hint },
      ]
    })
  }
}

extension SyncedRecord {
  /// The profile in products where only its owner sees it.
  package static let personProfile = SyncedRecord(
    PersonProfile.self, one: "profile", many: "profiles", icon: .person, editing: Route(["profile", "edit"]),
    conflicts: .newest, isNamed: true,
    columns: [
      .text(.name, "Name", length: 1...100),
      .text(.about, "About you", length: 0...5_000),
      .text(.photoPath, .hidden, length: 1...1_000),
    ],
    rules: [.onePerOwner])
}

extension Profile {
  /// Creates the profile of a person whose photo goes with the account.
  package init<Record: Syncable>(
    _ plan: ProfilePlan, as coding: ProfileCoding<Record>, in environment: PersonEnvironment, _ membership: Membership
  ) {
    self.init(
      plan, on: environment.context,
      needs: ProfileNeeds(
        environment.store, coding, identifiers: environment.context.identifiers, time: environment.context.time,
        photos: ProfileNeeds.Photos(environment, membership)))
  }
}
