package import Kernel
package import Permissions
package import Storage

/// The dependencies of one person's features: context, store and network.
public struct PersonEnvironment: Sendable {
  package let context: FeatureContext
  /// Holds the records of the features.
  package let store: Store
  package let drawer: Drawer
  /// The connection to the server; without a server all data stay on this device.
  package let network: Network
  package let server: ServerPort?
  /// For a feature that asks something at one window, such as for a photo.
  package let windows: OpenWindows
  /// Makes all features anew, for one that deletes or replaces what is stored.
  package var renewal = ProfileRenewal.nobody
  /// The name under which an account's list of devices shows this one.
  package var device: String?
  /// Values of this device that belong to no profile.
  package var shelf = DeviceShelf(profile: nil)
  /// The same for what only this device may read. It outlives the profile's store and is readable while that is locked.
  package var sealedShelf = DeviceShelf(profile: nil)
  /// The device's permissions; nil where a front end needs none.
  package var permissions: PermissionPort?
  /// The device's side of push notifications; nil where a front end tells the device's address.
  package var push: PushPort?
  /// The key with which the server signs what it sends to this profile, in base64url; nil where nothing can be signed.
  package var pushKey: Redacted<String>?
  /// The runs that ended without closing the profile, the newest first, and whether the last was one that crashed.
  package var crashes: [CrashRecord] = []
  package var isAfterCrash = false

  /// An environment without a person, to inspect the places of a product.
  package static var nobody: PersonEnvironment {
    let store = Store.closed()
    let context = FeatureContext()
    return PersonEnvironment(
      context: context, store: store, drawer: Drawer(store, context.time), network: Network(time: context.time),
      server: nil, windows: OpenWindows())
  }
}
