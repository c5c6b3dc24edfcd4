package import Kernel
package import Storage

/// What the features of one person stand on.
public struct PersonEnvironment: Sendable {
  package let context: FeatureContext
  /// Where they keep what they keep.
  package let store: Store
  package let drawer: Drawer
  /// The way to the server; without one everything stays here.
  package let network: Network
  package let server: ServerPort?

  /// Nobody's: for who only wants to know what a product has.
  package static var nobody: PersonEnvironment {
    let store = Store.closed()
    let context = FeatureContext()
    return PersonEnvironment(
      context: context, store: store, drawer: Drawer(store, context.time), network: Network(time: context.time),
      server: nil)
  }
}
