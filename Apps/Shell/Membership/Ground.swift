internal import Kernel
internal import Storage

/// What the features of one person stand on.
public struct Ground: Sendable {
  let stage: Stage
  /// Where they keep what they keep.
  let store: Store
  let drawer: Drawer
  /// The way to the server; without one everything stays here.
  let network: Network
  let server: ServerPort?

  /// Nobody's: for who only wants to know what a product has.
  static var nobody: Ground {
    let store = Store.closed()
    let stage = Stage()
    return Ground(
      stage: stage, store: store, drawer: Drawer(store, stage.time), network: Network(time: stage.time), server: nil)
  }
}
