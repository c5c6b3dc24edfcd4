internal import Gate
internal import JSON
internal import Transport

extension Auth {
  func health() -> Response {
    .json(["name": "troupe-auth", "version": "1", "description": "People's accounts, in GoTrue's protocol"])
  }

  /// Returns the sign-in methods that clients may offer.
  func showSettings() -> Response {
    var external: [String: JSON] = [
      "email": true, "phone": .bool(needs.text != nil),
      "anonymous_users": .bool(settings.allowsAnonymous && settings.allowsSignUp),
    ]
    for provider in needs.externalProviders.providers { external[provider] = true }
    return .json([
      "external": .object(external), "disable_signup": .bool(!settings.allowsSignUp),
      "mailer_autoconfirm": .bool(!settings.confirmsEmail), "phone_autoconfirm": false,
      "sms_provider": "", "saml_enabled": false,
    ])
  }
}
