internal import Days
internal import Forms
internal import Interface
package import Kernel
package import Platform
package import Profile
package import Shell
package import Storage

/// A person's profile in the products where nobody else sees it: a name, a photo, and a few words.
package struct PersonProfile: Syncable {
  package static let collection = "person_profiles"
  package static let own = ID<PersonProfile>(named: "own")

  package var id: ID<PersonProfile> { PersonProfile.own }
  package internal(set) var name: String?
  var about: String?
  /// The date of birth, as `1990-11-21`, where a product asks for it.
  var born: String?
  var photoPath: String?
  /// The verified number in WhatsApp, as `+491701234567`, where a product has a use for it.
  var phone: String?

  package var when: Date { .distantPast }

  package enum CodingKeys: String, ColumnKey {
    case id, name, about, phone
    case born = "born_on"
    case photoPath = "photo_path"
  }

  init() {}

  package init(name: String) { self.name = name }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = try fields.decodeIfPresent(String.self, forKey: .name)
    about = try fields.decodeIfPresent(String.self, forKey: .about)
    born = try fields.decodeIfPresent(String.self, forKey: .born)
    photoPath = try fields.decodeIfPresent(String.self, forKey: .photoPath)
    phone = try fields.decodeIfPresent(String.self, forKey: .phone)
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    // An emptied field is sent as null, or the server would keep the former text.
    try fields.encode(name, forKey: .name)
    try fields.encode(about, forKey: .about)
    try fields.encode(born, forKey: .born)
    try fields.encode(photoPath, forKey: .photoPath)
    try fields.encode(phone, forKey: .phone)
  }

  package static let coding = ProfileCoding<PersonProfile>(
    id: own,
    read: { record in
      StoredProfile(
        ProfileValues([
          .name: record.name ?? "", .about: record.about ?? "", .born: record.born ?? "", .phone: record.phone ?? "",
        ]),
        photoPath: record.photoPath)
    },
    write: { profile, before, _ in
      var record = before ?? PersonProfile()
      record.name = profile.values[.name].isEmpty ? nil : profile.values[.name]
      record.about = profile.values[.about].isEmpty ? nil : profile.values[.about]
      record.born = profile.values[.born].isEmpty ? nil : profile.values[.born]
      record.phone = profile.values[.phone].isEmpty ? nil : profile.values[.phone]
      record.photoPath = profile.photoPath
      return record
    })
}

extension ProfileField {
  fileprivate static let about: ProfileField = "about"
  fileprivate static let born: ProfileField = "born"
  /// The verified number in WhatsApp, which is set by linking it and is in no form.
  package static let phone: ProfileField = "phone"
}

extension ProfileState {
  /// The verified number in WhatsApp.
  package var phone: String? { values[.phone].isEmpty ? nil : values[.phone] }
}

extension ProfilePlan {
  /// A profile that nobody else sees. `about` is the title of the few words. The date of birth is asked where the product
  /// has a use for it, and is never required.
  package static func own(about title: String, hint: String, asksBirth: Bool = false) -> ProfilePlan {
    let birth: [FormInput<ProfileField>] =
      asksBirth ? [FormInput(.born, "Date of birth", .day) { $0.hint = "You may leave this out." }] : []
    return ProfilePlan(
      inputs: { _ in
        [
          FormInput(.name, "Name", .text(longest: 100)) {
            $0.isRequired = true
            $0.missing = "Enter the name you go by."
            $0.purpose = .name
          }
        ] + birth + [FormInput(.about, title, .text(longest: 2_000, isLong: true)) { $0.hint = hint }]
      }, checks: [.born: checkBirth])
  }

  private static let checkBirth: Check = { reader in
    guard let day = CalendarDay(reader.values[.born]) else { return }
    if day > reader.now.day { reader.complain(.born, "This day has not come yet. Enter the day you were born.") }
    if day.number < reader.now.day.number - 130 * 366 {
      reader.complain(.born, "This is more than 130 years ago. Enter the day you were born.")
    }
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
      // As a text, so that the server seals it.
      .text(.born, "Date of birth", length: 10...10),
      .text(.photoPath, .hidden, length: 1...1_000),
      .text(.phone, "WhatsApp number", length: 9...16),
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
