public import Interface

/// The sentences that say what an account is for, where a product's differ from the usual ones.
public struct IdentityWords: Sendable, Hashable {
  /// Above the ways to sign in and to create an account.
  public var offer = "Your entries stay on this device. With an account they sync to your other devices."
  /// Below the form for signing in.
  public var without = "Without an account your entries stay on this device. You can sign in later."
  /// On the page of a signed-in account.
  public var reach = "Your entries sync to your other devices."
  /// In the question before signing out.
  public var leaving = "Your entries stay on the server."

  /// The first screen of the product, to which the form for signing in leads whoever goes on without an account; nil for a product
  /// in which nobody is led to that form.
  public var start: Route?

  public init() {}
}
