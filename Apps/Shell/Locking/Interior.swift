internal import Interface
internal import Kernel
internal import Navigation
internal import Permissions
internal import Platform
internal import Storage

/// The part of a person that exists only while their store is open, or its replacement while it is locked: the store, and
/// the features that keep their data in it. Locking and unlocking replace the whole of it, so nothing of the old one is left.
struct Interior: Sendable {
  /// Counts the interiors of a person, so that a window notices that it shows an older one.
  let number: Int
  let isLocked: Bool
  let store: Store
  let drawer: Drawer
  let features: PersonFeatures
}

extension Interior {
  /// The places of a window. A locked one has the lock screen and the public pages, and nothing of the product's navigation.
  func site(of product: Product, _ composition: WindowComposition) -> Site {
    guard isLocked else { return product.site(of: composition) }
    return Site(
      product: product.id, brand: product.name, home: Tab(product.name, icon: .lock, at: PersonLock.route), tabs: [],
      places: composition.pages.map(\.place), unavailable: Problem.locked.what)
  }

  func navigation(at site: Site, verifiedBy key: LinkKey, _ context: FeatureContext) -> Navigation {
    let drawer = drawer
    return Navigation(
      site, on: context,
      needs: NavigationNeeds(
        load: { () throws(Problem) in try await drawer.load("navigation").map { .init($0) } },
        keep: { bytes throws(Problem) in try await drawer.keep("navigation", Array(bytes)) },
        verify: { text, signature in key.isGenuine(text, signature) }))
  }
}

/// Input that came for a locked window and waits until the profile is unlocked.
struct LockedArrivals {
  /// The most notifications that wait; an older one gives way.
  static let most = 20

  var route: Route?
  private(set) var notifications: [Toast] = []

  mutating func add(_ notification: Toast) {
    notifications = notifications.suffix(LockedArrivals.most - 1) + [notification]
  }
}

extension Surroundings {
  /// The surroundings without what the person's features said about them.
  var withoutPerson: Surroundings {
    var plain = Surroundings(now: now, connectivity: connectivity)
    (plain.scheme, plain.textSize, plain.motion) = (scheme, textSize, motion)
    (plain.contrast, plain.feedback, plain.timeLimits) = (contrast, feedback, timeLimits)
    plain.steering = steering
    return plain
  }
}

extension Person {
  /// Makes the features on an open store.
  static func interior(_ number: Int, of product: Product, on store: Store, _ parts: InteriorParts) -> Interior {
    let drawer = Drawer(store, parts.context.time)
    var environment = PersonEnvironment(
      context: parts.context, store: store, drawer: drawer, network: parts.network, server: parts.server,
      windows: parts.windows)
    environment.renewal = parts.renewal
    environment.shelf = parts.shelf
    environment.sealedShelf = parts.sealedShelf
    environment.crashes = parts.crashes
    environment.isAfterCrash = parts.isAfterCrash
    environment.device = "\(product.name) on Linux"
    environment.permissions = parts.permissions
    environment.push = parts.push
    environment.pushKey = parts.pushKey.map { Redacted($0.text) }
    let features = product.features(environment)
    return Interior(
      number: number, isLocked: false, store: store, drawer: drawer,
      features: parts.lock.map { features.with($0) } ?? features)
  }

  /// Makes what stands in front of a closed store: the lock screen, and no feature.
  static func locked(_ number: Int, by lock: PersonLock, _ parts: InteriorParts) -> Interior {
    let store = Store.closed(parts.context)
    let drawer = Drawer(load: { _ throws(Problem) in nil }, keep: { _, _ throws(Problem) in })
    return Interior(
      number: number, isLocked: true, store: store, drawer: drawer,
      features: PersonFeatures(begin: lock.begin) { window in
        WindowComposition(eventRoutes: lock.lockedRoutes(window), pages: [lock.page(window)] + lock.publicPages)
      })
  }
}

/// The parts that an interior is made with and that outlive it.
struct InteriorParts: Sendable {
  let context: FeatureContext
  let network: Network
  let server: ServerPort?
  let windows: OpenWindows
  let renewal: ProfileRenewal
  let lock: PersonLock?
  let shelf: DeviceShelf
  let sealedShelf: DeviceShelf
  /// The device's permissions, which a native shell supplies.
  let permissions: PermissionPort?
  /// The device's side of push notifications, which a native shell supplies.
  let push: PushPort?
  /// The key with which the server signs what it sends to this profile.
  let pushKey: PushKey?
  /// The runs that ended without closing the profile, and whether the last was one that crashed.
  let crashes: [CrashRecord]
  let isAfterCrash: Bool
}

extension PersonFeatures {
  fileprivate func with(_ lock: PersonLock) -> PersonFeatures {
    let (begin, composition) = (begin, composition)
    var features = PersonFeatures(
      begin: {
        await lock.begin()
        await begin()
      }, going: going, connectivity: connectivity, sync: sync, ending: ending, arrival: arrival,
      picture: picture
    ) { window in composition(window).with(lock.open(window)) }
    features.moved = moved
    return features
  }
}
