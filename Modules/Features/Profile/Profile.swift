internal import Forms
internal import Interface
public import Kernel

/// A person's profile in a product, for all of that person's windows.
public actor Profile: Feature {
  public let core: Core<ProfileState>
  public nonisolated let states: Current<ProfileState>
  public nonisolated let events: Broadcast<ProfileEvent>
  private let needs: ProfileNeeds
  private let log: Log

  public init(_ plan: ProfilePlan, on context: FeatureContext, needs: ProfileNeeds) {
    let core = Core(ProfileState(plan), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    log = context.log.from("Profile")
  }

  public func perform(_ effect: ProfileEffect) async -> ProfileAction? {
    do throws(Problem) {
      return try await carryOut(effect)
    } catch {
      log.warning("An operation of the profile failed (\(code: error)).")
      return await answer(to: effect, error)
    }
  }

  private func carryOut(_ effect: ProfileEffect) async throws(Problem) -> ProfileAction? {
    switch effect {
    case .load: return .loaded(try await needs.load(), try await needs.photo())
    case .draft(let effect): return await needs.drafts.carryOut(effect, log).map { .draft($0) }
    case .save(let save):
      return .saved(try await needs.save(save.values, save.fields, save.over, save.draft), save)
    case .set(let fields): return .wasSet(try await needs.set(fields))
    case .choosePhoto(let window): return .photoChosen(try await needs.photos.choose(window), in: window)
    case .keepPhoto(let bytes, let window):
      return .photoKept(try await needs.keepPhoto(try await needs.photos.press(bytes)), in: window)
    case .sendPhoto(let photo):
      let path = try await needs.photos.send(photo)
      let sent = photo.sent(to: path)
      return .photoSent(sent, try await needs.markSent(sent))
    case .fetchPhoto(let path):
      let bytes = try await needs.photos.press(try await needs.photos.fetch(path))
      return .photoFetched(try await needs.keepFetched(bytes, path))
    case .removePhoto(let window): return .photoRemoved(try await needs.removePhoto(), in: window)
    case .listen: return nil
    }
  }

  private func answer(to effect: ProfileEffect, _ problem: Problem) async -> ProfileAction? {
    switch effect {
    case .load: return .notLoaded(problem)
    case .save(let save):
      guard ["stale", "gone"].contains(problem.code) else { return .notSaved(problem, save) }
      do throws(Problem) { return .outrun(try await needs.load(), save) } catch { return .notSaved(error, save) }
    case .set(let fields): return .notSet(problem, fields)
    case .choosePhoto(let window), .keepPhoto(_, let window): return .photoRefused(problem, in: window)
    case .sendPhoto, .fetchPhoto: return .photoNotSent(problem)
    case .removePhoto(let window): return .photoNotRemoved(problem, in: window)
    case .listen, .draft: return nil
    }
  }

  public func follow(_ effect: ProfileEffect) -> any Following<ProfileAction> {
    guard effect == .listen else { return AsyncStream { nil } }
    return needs.changes().map { change in change.map({ _ in .changed }, missed: { _ in .changed }) }
  }
}
