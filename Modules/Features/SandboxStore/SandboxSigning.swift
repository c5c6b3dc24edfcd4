internal import JSON
internal import Kernel
internal import Platform
internal import StoreTransactions

extension SandboxBook {
  /// Signs every transaction and renewal with the book's time.
  func signed(for app: String, by authority: StoreAuthority) throws(Problem) -> [String] {
    var texts: [String] = []
    for entry in entries { texts.append(try authority.signed(fields(of: entry, app))) }
    for (original, renewal) in renewals.sorted(by: { $0.key < $1.key }) {
      texts.append(try authority.signed(fields(of: original, renewal)))
    }
    return texts
  }

  /// Signs a purchase for somebody with whom it is shared, under names of its own, so that it is not taken for one of theirs.
  func shared(
    _ original: String, as code: String, removed: Date?, for app: String, by authority: StoreAuthority
  ) throws(Problem) -> [String] {
    var texts: [String] = []
    for entry in entries where entry.original == original {
      var fields = fields(of: entry, app)
      fields["transactionId"] = .string("\(code)-\(entry.id)")
      fields["originalTransactionId"] = .string(code)
      fields["inAppOwnershipType"] = "FAMILY_SHARED"
      // What the owner paid, and in which account, is theirs.
      for name in ["appAccountToken", "price", "currency"] { fields[name] = nil }
      if let removed { fields["revocationDate"] = removed.milliseconds }
      texts.append(try authority.signed(fields))
    }
    if let renewal = renewals[original] {
      var fields = fields(of: original, renewal)
      fields["originalTransactionId"] = .string(code)
      texts.append(try authority.signed(fields))
    }
    return texts
  }

  private func fields(of entry: Entry, _ app: String) -> [String: JSON] {
    var fields: [String: JSON] = [
      "transactionId": .string(entry.id), "originalTransactionId": .string(entry.original),
      "productId": .string(entry.item), "bundleId": .string(app), "purchaseDate": entry.purchased.milliseconds,
      "signedDate": clock.milliseconds, "inAppOwnershipType": "PURCHASED", "environment": "Sandbox",
      "isUpgraded": .bool(entry.isUpgraded), "price": .number(Double(entry.price.thousandths)),
      "currency": .string(entry.price.currency),
    ]
    fields["subscriptionGroupIdentifier"] = entry.group.map { .string($0) }
    fields["expiresDate"] = entry.expires?.milliseconds
    fields["revocationDate"] = entry.revoked?.milliseconds
    fields["appAccountToken"] = entry.account.map { .string($0.uuidString.lowercased()) }
    if entry.isTrial {
      fields["offerType"] = 1
      fields["offerDiscountType"] = "FREE_TRIAL"
    }
    return fields
  }

  private func fields(of original: String, _ renewal: Renewal) -> [String: JSON] {
    var fields: [String: JSON] = [
      "originalTransactionId": .string(original), "autoRenewStatus": .number(renewal.renews ? 1 : 0),
      "isInBillingRetryPeriod": .bool(isInRetry(original)), "signedDate": clock.milliseconds,
    ]
    fields["autoRenewProductId"] = (renewal.next ?? present(of: original)?.item).map { .string($0) }
    fields["gracePeriodExpiresDate"] = graceEnd(of: original)?.milliseconds
    return fields
  }
}

extension Date {
  fileprivate var milliseconds: JSON { .number((timeIntervalSince1970 * 1000).rounded()) }
}
