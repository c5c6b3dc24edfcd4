public import Forms
public import Kernel
public import Platform
public import Storage

/// The dependencies of the profile.
public struct ProfileNeeds: Sendable {
  public var load: @Sendable () async throws(Problem) -> StoredProfile?
  /// Saves the fields of a form over a version, and deletes the form's draft with it.
  public var save:
    @Sendable (ProfileValues, [ProfileField], ProfileVersion?, ID<FormDraft<ProfileForm>>) async throws(Problem) ->
      StoredProfile
  /// Sets some fields, whatever is stored.
  public var set: @Sendable ([ProfileField: String]) async throws(Problem) -> StoredProfile
  /// Says that the stored profile may have changed.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>
  public var drafts: DraftNeeds<ProfileForm>

  // The photo on this device.
  public var photo: @Sendable () async throws(Problem) -> ProfilePhoto?
  /// Stores a photo that waits to be sent.
  public var keepPhoto: @Sendable ([UInt8]) async throws(Problem) -> ProfilePhoto
  /// Stores a photo that another device has sent.
  public var keepFetched: @Sendable ([UInt8], _ path: String) async throws(Problem) -> ProfilePhoto
  /// Stores where the server keeps the photo, in the profile too.
  public var markSent: @Sendable (ProfilePhoto) async throws(Problem) -> StoredProfile
  public var removePhoto: @Sendable () async throws(Problem) -> StoredProfile

  public var photos: Photos

  /// Choosing a photo, making it small, and its way to the server and back.
  public struct Photos: Sendable {
    /// Lets the person at that window choose a photo; nil when they cancel.
    public var choose: @Sendable (WindowID) async throws(Problem) -> [UInt8]?
    /// Makes it small, upright, and free of metadata.
    public var press: @Sendable ([UInt8]) async throws(Problem) -> [UInt8]
    /// Sends it, and returns where the server keeps it.
    public var send: @Sendable (ProfilePhoto) async throws(Problem) -> String
    public var fetch: @Sendable (_ path: String) async throws(Problem) -> [UInt8]

    public init(
      choose: @escaping @Sendable (WindowID) async throws(Problem) -> [UInt8]?,
      press: @escaping @Sendable ([UInt8]) async throws(Problem) -> [UInt8],
      send: @escaping @Sendable (ProfilePhoto) async throws(Problem) -> String,
      fetch: @escaping @Sendable (_ path: String) async throws(Problem) -> [UInt8]
    ) {
      self.choose = choose
      self.press = press
      self.send = send
      self.fetch = fetch
    }
  }
}

/// The way between a product's record and the profile's values.
public struct ProfileCoding<Record: Syncable>: Sendable {
  let id: ID<Record>
  let read: @Sendable (Record) -> StoredProfile
  /// Returns the record with other values; the record is nil for a new profile.
  let write: @Sendable (StoredProfile, Record?, Date) -> Record

  public init(
    id: ID<Record>, read: @escaping @Sendable (Record) -> StoredProfile,
    write: @escaping @Sendable (StoredProfile, Record?, Date) -> Record
  ) {
    self.id = id
    self.read = read
    self.write = write
  }
}

extension ProfileNeeds {
  /// Stores the profile as a record of the product, which goes with the account.
  public init<Record: Syncable>(
    _ store: Store, _ coding: ProfileCoding<Record>, identifiers: Identifiers, time: Time, photos: Photos
  ) {
    let shelf = ProfileShelf(
      store: store, records: Shelf(store, .owned(.entered)), photos: Shelf(store, .local),
      drafts: Shelf(store, .local), coding: coding, identifiers: identifiers, time: time)
    self.init(
      load: { () throws(Problem) in try await shelf.load() },
      save: { values, fields, over, draft throws(Problem) in try await shelf.save(values, fields, over, draft) },
      set: { fields throws(Problem) in try await shelf.set(fields) }, changes: { shelf.changes() },
      drafts: DraftNeeds(shelf.drafts), photo: { () throws(Problem) in try await shelf.photo() },
      keepPhoto: { bytes throws(Problem) in try await shelf.keep(bytes, path: nil) },
      keepFetched: { bytes, path throws(Problem) in try await shelf.keep(bytes, path: path) },
      markSent: { photo throws(Problem) in try await shelf.markSent(photo) },
      removePhoto: { () throws(Problem) in try await shelf.removePhoto() }, photos: photos)
  }
}
