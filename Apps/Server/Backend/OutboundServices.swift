internal import Auth
internal import Fetch
internal import Kernel
internal import Mail
internal import Providers
internal import ServerFunctions

/// Outgoing traffic of the server: mails, and requests to sign-in providers and those of functions.
struct OutboundServices: Sendable {
  let mailer: any Mailer
  /// Nil when mails are sent.
  let folder: FolderMailer?
  /// Nil when nothing is to be requested: opening it takes 4 MB.
  let fetch: Fetch?
  private let time: Time

  init(_ options: BackendOptions, _ time: Time) throws(Problem) {
    self.time = time
    let asks =
      options.mailServer != nil || options.providers != nil || options.push != nil
      || options.functions.contains(where: \.sendsRequests)
    let fetch = asks ? try Fetch() : nil
    self.fetch = fetch
    let sender = try Sender(options.mailFrom)
    if let url = options.mailServer, let fetch {
      folder = nil
      mailer = try SMTPMailer(url: url, from: sender, fetch, time: time)
    } else {
      try Folder.make("\(options.folder)/mails")
      let mailer = FolderMailer("\(options.folder)/mails", from: sender, time: time)
      folder = mailer
      self.mailer = mailer
    }
  }

  func close() async { await fetch?.close() }
}

extension OutboundServices {
  /// The providers that the file lists; none without a file.
  func externalSignIn(_ file: String?) throws(Problem) -> ExternalProviders {
    guard let file, let fetch else { return .nobody }
    return ExternalProviders(try Providers(try ProviderFile.read(file), fetch, time: time))
  }
}
