public import Interface
public import Kernel
public import Portability

/// Services of the profile that the feature uses.
public struct PrivacyNeeds: Sendable {
  public typealias Progress = @Sendable (PortingProgress) -> Void

  public var look: @Sendable () async throws(Problem) -> StoredData
  /// Writes the archive at that moment.
  public var export: @Sendable (Moment, @escaping Progress) async throws(Problem) -> OutgoingFile
  /// Writes an archive of some of the data; nil where the product has no such export.
  public var excerpt: (@Sendable (Moment, @escaping Progress) async throws(Problem) -> OutgoingFile)?
  /// Offers the archive at a window, and calls `answered` once with what became of it.
  public var handOut:
    @Sendable (
      OutgoingFile, WindowID, _ answered: @escaping @Sendable (Delivery.Outcome) async -> Void
    ) async throws(Problem) -> Void
  /// Reads the archive at that path and changes nothing.
  public var preview: @Sendable (_ path: String, @escaping Progress) async throws(Problem) -> ImportPreview
  /// Adds what is in the archive at that path and not here, and makes all features anew. The message is said in the window.
  public var take:
    @Sendable (_ path: String, WindowID, _ said: @escaping @Sendable (ImportPreview) -> Toast)
      async throws(Problem) -> Void
  /// Deletes everything of this profile on the device and begins anew, with the message in the window.
  public var deleteEverything: @Sendable (WindowID, Toast) async throws(Problem) -> Void
  /// Applies the retention rules at that moment. Returns what was removed.
  public var expire: @Sendable (Moment) async throws(Problem) -> Removal

  public init(
    look: @escaping @Sendable () async throws(Problem) -> StoredData,
    export: @escaping @Sendable (Moment, @escaping Progress) async throws(Problem) -> OutgoingFile,
    excerpt: (@Sendable (Moment, @escaping Progress) async throws(Problem) -> OutgoingFile)? = nil,
    handOut:
      @escaping @Sendable (
        OutgoingFile, WindowID, _ answered: @escaping @Sendable (Delivery.Outcome) async -> Void
      ) async throws(Problem) -> Void,
    preview: @escaping @Sendable (_ path: String, @escaping Progress) async throws(Problem) -> ImportPreview,
    take:
      @escaping @Sendable (_ path: String, WindowID, _ said: @escaping @Sendable (ImportPreview) -> Toast)
      async throws(Problem) -> Void,
    deleteEverything: @escaping @Sendable (WindowID, Toast) async throws(Problem) -> Void,
    expire: @escaping @Sendable (Moment) async throws(Problem) -> Removal
  ) {
    self.look = look
    self.export = export
    self.excerpt = excerpt
    self.handOut = handOut
    self.preview = preview
    self.take = take
    self.deleteEverything = deleteEverything
    self.expire = expire
  }
}
