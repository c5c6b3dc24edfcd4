internal import FoundationEssentials
internal import JSON
internal import Kernel

extension StoredAccount {
  /// The user object in GoTrue's format. Absent values are omitted, except those that the Swift and Python clients
  /// require.
  func json(_ identities: [AccountIdentity]) -> JSON {
    var members: [String: JSON] = [
      "id": .string(id), "aud": .string(StoredAccount.role), "role": .string(StoredAccount.role),
      "email": .string(email ?? ""),
      "phone": .string(phone ?? ""), "app_metadata": .object(appMetadata), "user_metadata": .object(userMetadata),
      "identities": .array(identities.map(\.json)), "created_at": StoredAccount.text(created),
      "updated_at": StoredAccount.text(updated), "is_anonymous": .bool(isAnonymous),
      "has_password": .bool(password != nil),
    ]
    members["email_confirmed_at"] = emailConfirmed.map(StoredAccount.text)
    members["phone_confirmed_at"] = phoneConfirmed.map(StoredAccount.text)
    members["confirmed_at"] = [emailConfirmed, phoneConfirmed].compactMap(\.self).min().map(StoredAccount.text)
    members["confirmation_sent_at"] = confirmationSent.map(StoredAccount.text)
    members["recovery_sent_at"] = recoverySent.map(StoredAccount.text)
    members["new_email"] = newEmail.map { .string($0) }
    members["email_change_sent_at"] = emailChangeSent.map(StoredAccount.text)
    members["new_phone"] = newPhone.map { .string($0) }
    members["phone_change_sent_at"] = phoneChangeSent.map(StoredAccount.text)
    members["last_sign_in_at"] = lastSignIn.map(StoredAccount.text)
    members["banned_until"] = bannedUntil.map(StoredAccount.text)
    members["deleted_at"] = deleted.map(StoredAccount.text)
    return .object(members)
  }

  static func text(_ instant: Int) -> JSON {
    .string(Moment(Date(timeIntervalSince1970: Double(instant) / 1000)).text)
  }
}

extension AccountIdentity {
  var json: JSON {
    var members: [String: JSON] = [
      "identity_id": .string(id), "id": .string(subject), "user_id": .string(user), "provider": .string(provider),
      "identity_data": .object(claims), "created_at": StoredAccount.text(created),
      "updated_at": StoredAccount.text(updated),
    ]
    members["email"] = email.map { .string($0) }
    members["last_sign_in_at"] = StoredAccount.text(lastSignIn ?? created)
    return .object(members)
  }
}
