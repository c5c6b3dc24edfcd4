internal import Connectivity
internal import Identity
package import Interface
package import Kernel
internal import Offline
package import Profile
package import Shell

/// Connects a person's profile to one window: its pages, its messages, and the notice of an unfinished profile.
package struct ProfileBinding: Sendable {
  package let profile: Profile
  package let window: WindowID

  package init(_ profile: Profile, in window: WindowID) {
    self.profile = profile
    self.window = window
  }

  /// The pages of the profile, with links to the account, the settings, and the product's own rows.
  package func pages(keywords: [String], _ more: [ProfileRow] = []) -> [Page] {
    Page.all(
      of: profile, at: ProfilePlaces.all(keywords: keywords), in: window, appeared: { .appeared($0) },
      left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3, links: [ProfileRow.list(more, $2)]) }
  }

  package var eventRoute: EventRoute {
    .from(profile, in: window) { event, window in
      switch event {
      case .saved(part: nil):
        await window.toast(Toast("Profile saved.", tone: .success))
        if window.frames.value.route.path == ProfilePlaces.edit.path { await window.open(ProfilePlaces.profile) }
      case .told(let toast): await window.toast(toast)
      case .saved, .changed: break
      }
    }
  }

  /// The form of one part of the profile, for a step of an onboarding.
  package func part(_ part: String, save: String, in surroundings: Surroundings) -> [Node<Bound>] {
    let profile = profile
    return profile.states.value.partNodes(part, save: save, in: surroundings, at: window).map { node in
      node.map { profile.bound($0, in: window) }
    }
  }

  /// Returns the page with a notice in front of it while less than half of the profile is filled.
  package func noticing(_ page: Page, _ words: String) -> Page {
    let states = profile.states
    return page.with(profile, in: window) { route, surroundings in
      let screen = page.screen(route, surroundings)
      let state = states.value
      guard state.reading == .done, state.completion < 50 else { return screen }
      return screen.opening(
        with: .notice(
          words, id: "profile-unfinished", tone: .info, icon: .person,
          [.link("Complete your profile", to: ProfilePlaces.edit, id: "complete", icon: .edit)]))
    }
  }
}

extension Profile {
  /// Tells the profile whether photos can be sent, while the person is open. It subscribes at once.
  package nonisolated func reaching(_ member: Member) -> @Sendable () async -> Void {
    member.reaching { await self.send(.reach($0)) }
  }

  /// Returns the person's photo by the name in its address.
  package nonisolated var picture: @Sendable (String) async -> StoredPicture? {
    let states = states
    return { name in
      guard let photo = states.value.photo, ProfileState.source(of: photo) == "/-/picture/\(name)" else { return nil }
      return StoredPicture(type: PhotoBucket.type, bytes: Array(photo.bytes))
    }
  }
}
