package import Interface
package import Kernel
internal import Platform
internal import Storage

/// Request of a feature to the profile that it runs in: to make all features anew, on the same store or on an empty one.
package struct ProfileRenewal: Sendable {
  /// The identifier and the name of the product.
  package let product: String
  package let name: String
  /// The profile's folder, for files that lie there without a name; nil for a profile in memory.
  package let folder: String?
  /// Runs work on the store while no feature does, and makes all features anew on what is stored then. Meanwhile windows
  /// show the work's progress; afterwards they stay where they are, and its message is said in that one, or in the
  /// frontmost.
  package let alone: @Sendable (WindowID?, LoneWork) async throws(Problem) -> Void
  /// Deletes everything of the profile and begins as new. Throws when something could not be removed; the profile stays
  /// open then.
  package let startAnew: @Sendable (FreshStart) async throws(Problem) -> Void

  /// For the places of a product without a person.
  static let nobody = ProfileRenewal(
    product: "", name: "", folder: nil, alone: { _, _ throws(Problem) in }, startAnew: { _ throws(Problem) in })

  static func of(_ product: Product, _ folder: String?, _ renewer: ProfileRenewer) -> ProfileRenewal {
    ProfileRenewal(
      product: product.id, name: product.name, folder: folder,
      alone: { window, work throws(Problem) in try await renewer.alone(work, in: window) },
      startAnew: { start throws(Problem) in try await renewer.startAnew(start) })
  }
}

/// Work on a store that no feature uses meanwhile: what a feature knows may contradict what the work stores.
package struct LoneWork: Sendable {
  /// Message of the windows meanwhile.
  package let title: String
  /// Reports how much is done, and returns the message for its end.
  package let run: @Sendable (_ progress: @escaping @Sendable (Double) -> Void) async throws(Problem) -> Toast

  package init(
    _ title: String,
    run: @escaping @Sendable (_ progress: @escaping @Sendable (Double) -> Void) async throws(Problem) -> Toast
  ) {
    self.title = title
    self.run = run
  }
}

/// Restarts a profile as new after everything in it was deleted.
package struct FreshStart: Sendable {
  /// The window in which the message is said and the route opened; nil for the frontmost. The others go home.
  package var window: WindowID?
  package var toast: Toast
  package var route: Route?
  /// The names of values in the drawer that outlive the deletion.
  package var carried: [String]

  package init(in window: WindowID? = nil, saying toast: Toast, at route: Route? = nil, carrying carried: [String] = [])
  {
    self.window = window
    self.toast = toast
    self.route = route
    self.carried = carried
  }
}

/// Renews a profile, one renewal after another. It owns the task: the feature that asks ends with the old features.
final class ProfileRenewer: Sendable {
  /// Holds the person weakly, who holds the features.
  private let person: Locked<WeakPerson>
  private let running = Locked<Task<Problem?, Never>?>(nil)

  init(_ person: Locked<WeakPerson>) { self.person = person }

  deinit { running.withLock { $0?.cancel() } }

  func alone(_ work: LoneWork, in window: WindowID?) async throws(Problem) {
    let problem = await run { person in
      do throws(Problem) {
        try await person.alone(work, in: window)
        return nil
      } catch {
        return error
      }
    }
    if let problem { throw problem }
  }

  func startAnew(_ start: FreshStart) async throws(Problem) {
    let problem = await run { person in
      do throws(Problem) {
        try await person.startAnew(start)
        return nil
      } catch {
        return error
      }
    }
    if let problem { throw problem }
  }

  private func run(_ work: @escaping @Sendable (Person) async -> Problem?) async -> Problem? {
    let task = running.withLock { running in
      let before = running
      let task = Task { [person] () -> Problem? in
        _ = await before?.value
        guard let person = person.withLock({ $0.person }) else { return nil }
        return await work(person)
      }
      running = task
      return task
    }
    return await task.value
  }
}

extension Person {
  /// Replaces the features by none and runs the work. What they were saving still reaches the store.
  func alone(_ work: LoneWork, in window: WindowID?) async throws(Problem) {
    guard !isLocked else { throw .locked }
    let window = window ?? windows.frontmost
    let progress = Current.Source(0.0)
    let old = replace(with: quiet(work.title, progress.current))
    await windows.recompose()
    await old.features.ending?()
    let ended: Result<Toast, Problem>
    do throws(Problem) {
      ended = .success(try await work.run { progress.publish($0) })
    } catch {
      ended = .failure(error)
    }
    _ = replace(with: Person.interior(nextNumber, of: product, on: store, parts))
    await windows.recompose()
    switch ended {
    case .success(let toast): if let window { await windows[window]?.toast(toast) }
    case .failure(let problem):
      // The feature that asked is gone.
      if let window { await windows[window]?.toast(Toast(problem)) }
      throw problem
    }
  }

  /// The same store without features: every place shows the progress, and none is remembered.
  private func quiet(_ title: String, _ progress: Current<Double>) -> Interior {
    let kept = drawer
    let drawer = Drawer(load: kept.load, keep: { _, _ throws(Problem) in })
    let features = PersonFeatures { [places = product.places] _ in
      WindowComposition(
        pages: places.map { place in
          Page(
            place: place,
            screen: { route, _ in
              Screen(
                route, title: title,
                nodes: [
                  .heading(title, level: 1), .progress(title, id: "progress", done: progress.value),
                  .text("Everything comes back when this is done.", id: "patience"),
                ])
            }, changes: [ObjectIdentifier(progress): progress.watched()])
        })
    }
    return Interior(number: nextNumber, isLocked: false, store: store, drawer: drawer, features: features)
  }

  /// Deletes everything of this profile and begins as new. The old features are cut off from their store before anything
  /// is removed, so that none of them saves what it still knows.
  func startAnew(_ start: FreshStart) async throws(Problem) {
    guard !isLocked else { throw .locked }
    let window = start.window ?? windows.frontmost
    var carried: [(name: String, bytes: [UInt8])] = []
    for name in start.carried { if let bytes = try await drawer.load(name) { carried.append((name, bytes)) } }
    await features.ending?()
    await store.close()
    do throws(Problem) {
      let store = try await emptied()
      await lock?.reset()
      let new = Person.interior(nextNumber, of: product, on: store, parts)
      for one in carried { try await new.drawer.keep(one.name, one.bytes) }
      _ = replace(with: new)
    } catch {
      await reopen(after: error)
      throw error
    }
    if let window { await windows[window]?.wait(for: start.route) }
    await windows.recompose()
    if let window { await windows[window]?.toast(start.toast) }
  }

  private func emptied() async throws(Problem) -> Store {
    guard let place else { return try await Store.memory(context) }
    try Store.erase(in: place.lock)
    try place.folder.empty(keeping: Person.kept)
    return try await Store.open(in: place.lock, keys: place.keys, context: context)
  }

  /// The files of a profile that hold nothing of its person: the lock of the folder, the socket beside it, and the key.
  static let kept: Set<String> = ["owner", "owner.sock", "store.key"]

  /// Opens what is left, so that the person can go on or try again.
  private func reopen(after problem: Problem) async {
    guard let place, let store = try? await Store.open(in: place.lock, keys: place.keys, context: context) else {
      context.log.error("The profile could not be opened again after a deletion that failed (\(code: problem)).")
      return
    }
    _ = replace(with: Person.interior(nextNumber, of: product, on: store, parts))
    await windows.recompose()
  }
}

extension OwnFolder {
  /// Removes everything in the folder but the files of these names.
  fileprivate func empty(keeping kept: Set<String>) throws(Problem) {
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: path) where !kept.contains(name) {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
      }
    } catch {
      throw Problem(
        "not-erased", "Not every file in \(path) could be removed.", safe: "What is left is encrypted.",
        remedy: "Check the folder's rights, then delete everything again.")
    }
  }
}
