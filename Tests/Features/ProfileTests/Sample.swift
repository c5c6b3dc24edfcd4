import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Profile

/// A stored profile, as a product declares one.
struct SampleProfile: Syncable {
  static let collection = "sample_profiles"
  static let own = ID<SampleProfile>(named: "own")

  var id: ID<SampleProfile> { SampleProfile.own }
  var texts: [String: String] = [:]
  var photoPath: String?
  var when: Date { .distantPast }

  enum CodingKeys: String, ColumnKey {
    case id, texts
    case photoPath = "photo_path"
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    texts = try fields.decodeIfPresent([String: String].self, forKey: .texts) ?? [:]
    photoPath = try fields.decodeIfPresent(String.self, forKey: .photoPath)
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(texts, forKey: .texts)
    try fields.encode(photoPath, forKey: .photoPath)
  }

  static let coding = ProfileCoding<SampleProfile>(
    id: own,
    read: { record in
      let values = record.texts.map { (ProfileField(rawValue: $0), $1) }
      return StoredProfile(
        ProfileValues(Dictionary(uniqueKeysWithValues: values)), photoPath: record.photoPath)
    },
    write: { profile, before, _ in
      var record = before ?? SampleProfile()
      for field in Sample.fields { record.texts[field.rawValue] = profile.values[field] }
      record.texts = record.texts.filter { !$0.value.isEmpty }
      record.photoPath = profile.photoPath
      return record
    })
}

enum Sample {
  static let fields: [ProfileField] = [.name, "role", "bio", "experience", "since"]

  /// A name, a role, and experience for one role only.
  static let plan = ProfilePlan(
    inputs: { values in
      let common: [FormInput<ProfileField>] = [
        FormInput(.name, "Name", .text(longest: 20)) {
          $0.isRequired = true
          $0.missing = "Enter your name."
        },
        FormInput(
          "role", "Role", .one([FormOption("sponsor", "Sponsor"), FormOption("sponsee", "Sponsee")]) { _ in "" }),
        FormInput("bio", "About me", .text(longest: 100, isLong: true)), FormInput("since", "Sober since", .day),
      ]
      guard values["role"] == "sponsor" else { return common }
      return common + [
        FormInput("experience", "Experience", .text(longest: 100)) {
          $0.isRequired = true
          $0.missing = "Say what experience you bring."
        }
      ]
    },
    checks: ["bio": { reader in if reader.values["bio"] == "spam" { reader.complain("bio", "Say something else.") } }],
    parts: ["details": ["bio", "experience"]], elsewhere: ["since": Route(["since"])], headline: "role",
    othersSee: ["role", "bio"], audience: "People you are connected with see this.")
}

/// The server and the camera of a test.
final class Darkroom: Sendable {
  let chosen = Locked<[UInt8]?>(nil)
  let sent = Locked<[String]>([])
  let served = Locked<[String: [UInt8]]>([:])
  let isDown = Locked(false)

  static let down = Problem("down", "The server cannot be reached.", safe: "It is kept.", remedy: "Try again.")
  static let bad = Problem(
    "photo-no-picture", "This file is not a picture.", safe: "Your photo is unchanged.", remedy: "Choose another one.")

  var photos: ProfileNeeds.Photos {
    let room = self
    return ProfileNeeds.Photos(
      choose: { _ throws(Problem) in room.chosen.withLock { $0 } },
      press: { bytes throws(Problem) in
        guard bytes.first != 0 else { throw Darkroom.bad }
        return bytes + [1]
      },
      send: { photo throws(Problem) in
        guard !room.isDown.withLock({ $0 }) else { throw Darkroom.down }
        let path = "photos/me/\(photo.mark).jpg"
        room.sent.withLock { $0.append(path) }
        room.served.withLock { $0[path] = Array(photo.bytes) }
        return path
      },
      fetch: { path throws(Problem) in
        guard !room.isDown.withLock({ $0 }), let bytes = room.served.withLock({ $0[path] }) else { throw Darkroom.down }
        return bytes
      })
  }
}

/// A person's profile in a test environment, seen from one window.
final class Bench: FeatureHarness {
  let environment: TestEnvironment
  let feature: Profile
  let recorder: EventRecorder<ProfileEvent>
  let window: WindowID
  let darkroom: Darkroom

  init(
    over other: Bench? = nil, darkroom: Darkroom? = nil, begins: Bool = true,
    _ change: (inout ProfileNeeds) -> Void = { _ in }
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    self.darkroom = darkroom ?? other?.darkroom ?? Darkroom()
    let context = environment.context
    var needs = ProfileNeeds(
      environment.store, SampleProfile.coding, identifiers: context.identifiers, time: context.time,
      photos: self.darkroom.photos)
    change(&needs)
    feature = Profile(Sample.plan, on: context, needs: needs)
    recorder = EventRecorder(feature.events)
    window = context.identifiers.next()
    if begins { await send(.begin) }
    forget()
  }

  func `do`(_ action: ProfileWindowAction) async { await send(action, from: window) }
  func appear(_ route: Route = ProfilePlaces.edit) async { await `do`(.appeared(route)) }

  func screen(_ route: Route = ProfilePlaces.edit) -> Screen<ProfileWindowAction> {
    state.screen(route, in: Surroundings(now: clock.now), at: window)
  }

  func nodes(_ route: Route = ProfilePlaces.edit) -> [Node<ProfileWindowAction>] { screen(route).all }
  func node(_ label: String, _ route: Route = ProfilePlaces.edit) -> Node<ProfileWindowAction>? {
    nodes(route).node(labelled: label)
  }

  func type(_ label: String, _ text: String) async {
    await perform(label, .edit, .text(text), in: nodes(), from: window)
  }

  func tap(_ label: String, _ route: Route = ProfilePlaces.edit) async {
    await perform(label, in: nodes(route), from: window)
  }
}
