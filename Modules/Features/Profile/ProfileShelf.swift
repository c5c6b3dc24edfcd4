internal import Forms
internal import Kernel
internal import Platform
internal import Storage

/// The profile in a person's store.
struct ProfileShelf<Record: Syncable>: Sendable {
  let store: Store
  let records: Shelf<Record>
  let photos: Shelf<ProfilePhoto>
  let drafts: Shelf<FormDraft<ProfileForm>>
  let coding: ProfileCoding<Record>
  let identifiers: Identifiers
  let time: Time

  // MARK: Profile

  func load() async throws(Problem) -> StoredProfile? {
    try await records.collection().opened(coding.id).map { opened in
      var profile = coding.read(opened.record)
      profile.version = opened.version
      return profile
    }
  }

  func save(
    _ values: ProfileValues, _ fields: [ProfileField], _ over: ProfileVersion?, _ draft: ID<FormDraft<ProfileForm>>
  ) async throws(Problem) -> StoredProfile {
    let (all, drafts) = (try await records.collection(), try await drafts.collection())
    let before = try await all.opened(coding.id)
    var profile = before.map { coding.read($0.record) } ?? StoredProfile()
    for field in fields { profile.values[field] = values[field] }
    let record = coding.write(profile, before?.record, time.now().date)
    try await store.write { batch throws(Problem) in
      try batch.save(record, over: over.map { .version($0) } ?? .nothing, in: all)
      try batch.delete(draft, in: drafts)
    }
    return try await load() ?? profile
  }

  func set(_ fields: [ProfileField: String]) async throws(Problem) -> StoredProfile {
    try await change { profile in for (field, text) in fields { profile.values[field] = text } }
  }

  /// Changes the stored profile, again if another writer was faster.
  private func change(_ change: (inout StoredProfile) -> Void) async throws(Problem) -> StoredProfile {
    let all = try await records.collection()
    while true {
      let before = try await all.opened(coding.id)
      var profile = before.map { coding.read($0.record) } ?? StoredProfile()
      change(&profile)
      let record = coding.write(profile, before?.record, time.now().date)
      do throws(Problem) {
        profile.version = try await all.save(record, over: before.map { .version($0.version) } ?? .nothing)
        return profile
      } catch {
        guard ["stale", "gone"].contains(error.code), !Task.isCancelled else { throw error }
      }
    }
  }

  func changes() -> AsyncStream<Heard<Void>> { records.changes() }

  // MARK: Photo

  func photo() async throws(Problem) -> ProfilePhoto? { try await photos.collection().record(ID(named: "own")) }

  func keep(_ bytes: [UInt8], path: String?) async throws(Problem) -> ProfilePhoto {
    let photo = ProfilePhoto(
      mark: identifiers.uuid().uuidString.lowercased(), bytes: Data(bytes), path: path, at: time.now().date)
    try await photos.collection().save(photo, over: .anything)
    return photo
  }

  func markSent(_ photo: ProfilePhoto) async throws(Problem) -> StoredProfile {
    // Of two photos the newer one stays; the other is in nobody's profile.
    guard try await self.photo()?.mark == photo.mark else { return try await load() ?? StoredProfile() }
    try await photos.collection().save(photo, over: .anything)
    return try await change { $0.photoPath = photo.path }
  }

  func removePhoto() async throws(Problem) -> StoredProfile {
    let profile = try await change { $0.photoPath = nil }
    let kept = try await photos.collection()
    if let photo = try await kept.record(ID(named: "own")) { try await kept.delete(photo.id) }
    return profile
  }
}
