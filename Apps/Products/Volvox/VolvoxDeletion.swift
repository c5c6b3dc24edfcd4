internal import AccountDeletion

extension DeletionPlan {
  /// Data that stays with other people by the rules of the tables, which erase a connection for both of its people.
  static let volvox = DeletionPlan(
    stays:
      "Requests that they sent to you, codes of theirs that you used, and their own blocks and suggestions. Your "
      + "profile, your connections and all messages and tasks in them are erased for them too.")
}
