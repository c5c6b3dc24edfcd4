package import Identity
package import Interface
internal import Kernel
package import Shell

/// Leads a person to the sign-in when they open a product for the first time, once, and only where there is a server. Who
/// goes on without an account finds the sign-in on the profile page.
package struct FirstSignIn: Sendable {
  private static let name = "sign-in-offered"

  /// The words of an account in a product that leads there: the form has a way on without one.
  package static func words(start: Route) -> IdentityWords {
    var words = IdentityWords()
    words.start = start
    return words
  }

  private let environment: PersonEnvironment
  private let member: Member
  private let demonstration: Demonstration

  package init(_ environment: PersonEnvironment, _ member: Member, besides demonstration: Demonstration) {
    self.environment = environment
    self.member = member
    self.demonstration = demonstration
  }

  /// Returns the sign-in for a person who was never led to it and has no account; nil for anybody else, and for the
  /// demonstration person, who belongs to no account.
  package func arrival() async -> Route? {
    guard environment.server != nil else { return nil }
    if (try? await demonstration.isThere(environment.store)) == true { return nil }
    let states = member.identity.states
    await states.wait { $0.standing != .unknown }
    guard states.value.standing == .local else { return nil }
    do throws(Problem) {
      guard try await environment.drawer.load(Self.name) == nil else { return nil }
      try await environment.drawer.keep(Self.name, [1])
    } catch {
      // Without a memory of it the person would be led there each time.
      return nil
    }
    return Route(["account", "sign-in"])
  }
}
