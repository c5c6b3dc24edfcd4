internal import Interface
package import Kernel
package import Profile
package import Shell

/// The profile of a person in a product where nobody else sees it, with what the product binds of it.
package struct OwnProfile: Sendable {
  package let profile: Profile
  private let member: Member

  /// - Parameters:
  ///   - title: The title of the few words about the person.
  ///   - hint: What they are for.
  ///   - asksBirth: Whether the form has a date of birth.
  package init(
    _ environment: PersonEnvironment, _ member: Member, about title: String, hint: String, asksBirth: Bool = false
  ) {
    profile = Profile(
      .own(about: title, hint: hint, asksBirth: asksBirth), as: PersonProfile.coding, in: environment, member.membership
    )
    self.member = member
  }

  package func begin() async { await profile.send(.begin) }

  /// Sends and fetches photos while the person is open. It subscribes at once.
  package var going: @Sendable () async -> Void { profile.reaching(member) }

  package var picture: @Sendable (String) async -> StoredPicture? { profile.picture }

  package func pages(in window: WindowID, keywords: [String], _ more: [ProfileRow] = []) -> [Page] {
    ProfileBinding(profile, in: window).pages(keywords: keywords, more)
  }

  package func eventRoute(in window: WindowID) -> EventRoute { ProfileBinding(profile, in: window).eventRoute }
}
