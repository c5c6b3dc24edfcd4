internal import Interface
internal import Kernel

// The photo: choosing it, storing it on the device, and sending it when the server is reached.
extension ProfileState {
  mutating func decide(_ action: ProfileWindowAction, in window: WindowID) -> Steps {
    switch action {
    case .choosePhoto:
      guard plan.hasPhoto, reading == .done else { return [] }
      switch windows[window].photo {
      case .choosing, .working: return []
      case .idle, .refused: break
      }
      windows[window].photo = .choosing
      return [.run(.choosePhoto(window), ProfileState.choosing(window))]
    case .stopPhoto: return stopPhoto(in: window)
    case .askRemovePhoto: windows[window].asksRemoval = photo != nil || stored.photoPath != nil
    case .keepPhoto: windows[window].asksRemoval = false
    case .removePhoto:
      guard windows[window].asksRemoval else { return [] }
      windows[window].asksRemoval = false
      return [.run(.removePhoto(in: window), .inOrder("profile"))]
    case .sendPhoto: return reconcile()
    default: break
    }
    return []
  }

  mutating func stopPhoto(in window: WindowID) -> Steps {
    guard windows[window].photo != .working else { return [] }
    windows[window].photo = .idle
    return [.stop(ProfileState.choosing(window))]
  }

  private static func choosing(_ window: WindowID) -> Lane { .unawaited("photo", of: window) }

  mutating func take(_ action: ProfileAction) -> Steps {
    switch action {
    case .photoChosen(let bytes, let window):
      guard windows[window].photo == .choosing else { return [] }
      windows[window].photo = bytes == nil ? .idle : .working
      return bytes.map { [.run(.keepPhoto($0, in: window), .inOrder("profile"))] } ?? []
    case .photoKept(let photo, let window):
      self.photo = photo
      windows[window].photo = .idle
      return [.tell(.told(Toast("Photo saved.", tone: .success)), window), .say(.changed)] + reconcile()
    case .photoRefused(let problem, let window): windows[window].photo = .refused(problem.sentence)
    case .photoSent(let photo, let profile):
      // Another one may have been chosen meanwhile.
      if self.photo?.mark == photo.mark { self.photo = photo }
      (stored, photoProblem) = (profile, nil)
      return reconcile()
    case .photoNotSent(let problem): photoProblem = problem
    case .photoFetched(let photo):
      guard self.photo == nil || self.photo?.path != nil else { return [] }
      (self.photo, photoProblem) = (photo, nil)
      return [.say(.changed)]
    case .photoRemoved(let profile, let window):
      (stored, photo, photoProblem) = (profile, nil, nil)
      return [.tell(.told(Toast("Photo removed.", tone: .success)), window), .say(.changed)]
    case .photoNotRemoved(let problem, let window): return [.tell(.told(Toast(problem)), window)]
    default: break
    }
    return []
  }

  /// Sends a photo that waits, or fetches the one that another device has chosen.
  mutating func reconcile() -> Steps {
    guard reading == .done, isReached, plan.hasPhoto else { return [] }
    if let photo, photo.path == nil { return [.run(.sendPhoto(photo), .newest("send photo"))] }
    guard let path = stored.photoPath, path != photo?.path else { return [] }
    return [.run(.fetchPhoto(path: path), .latest("fetch photo"))]
  }
}
