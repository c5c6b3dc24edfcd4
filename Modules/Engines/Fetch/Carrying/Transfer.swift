internal import CCurl
internal import HTTP
internal import Kernel

/// One running request: its libcurl options and the response received so far. Confined to the carriage's thread.
final class Transfer {
  let ticket: Ticket
  private let load: Load
  private let easy: Easy
  private var lists: [CurlList] = []
  private var head = IncomingHead()
  private var body: [UInt8] = []
  private var sent = 0
  private var overrun: Int?
  private var refusedAddress = false
  private let take: (@Sendable (IncomingPart) -> Void)?
  private var handedOut = 0
  private var hasHandedOutHead = false

  init(_ order: TransferOrder, _ easy: Easy) {
    ticket = order.ticket
    load = order.load
    take = order.take
    self.easy = easy
  }

  func outcome(_ code: CURLcode) -> Ticket.Outcome {
    if let overrun { return .failure(.tooLarge(load.host, overrun)) }
    if code != CURLE_OK, refusedAddress { return .failure(.refusedAddress(load.host)) }
    let reply = easy.number(CURLINFO_RESPONSE_CODE)
    guard code == CURLE_OK else {
      switch load {
      case .request: return .failure(.carried(code, host: load.host, reply: reply))
      case .mail: return .failure(.mailed(code, host: load.host, reply: reply))
      }
    }
    handOutHead()
    let isHTTP2 = easy.number(CURLINFO_HTTP_VERSION) == 3
    return .success(Incoming(status: reply, headers: head.fields, body: body, isHTTP2: isHTTP2))
  }

  // MARK: libcurl options

  func prepare(_ settings: FetchSettings, within time: Duration) -> Bool {
    easy.set(CURLOPT_NOSIGNAL, true)
    // A slow name resolution must not delay other requests when this one ends.
    easy.set(CURLOPT_QUICK_EXIT, true)
    easy.set(CURLOPT_TIMEOUT_MS, time)
    // No proxy from the environment: it would see everything, and the address could not be checked.
    easy.set(CURLOPT_PROXY, "")
    easy.set(CURLOPT_SSL_VERIFYPEER, true)
    easy.set(CURLOPT_SSL_VERIFYHOST, 2)
    easy.set(CURLOPT_SSLVERSION, 6)
    if let authorities = settings.authorities {
      easy.set(CURLOPT_CAINFO, authorities)
      easy.set(CURLOPT_CAPATH, nil)
    }
    troupe_curl_callbacks(
      easy.handle, Transfer.head, Transfer.body, Transfer.upload, Transfer.open,
      Unmanaged.passUnretained(self).toOpaque()
    )
    return switch load {
    case .request(let request): prepare(request, settings)
    case .mail(let mail): prepare(mail)
    }
  }

  private func prepare(_ request: Outgoing, _ settings: FetchSettings) -> Bool {
    easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
    easy.set(CURLOPT_URL, request.address)
    easy.set(CURLOPT_CONNECTTIMEOUT_MS, request.limits.connect)
    easy.set(CURLOPT_HTTP_VERSION, 4)  // HTTP/2 over TLS where both speak it
    easy.set(CURLOPT_PIPEWAIT, true)
    easy.set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    easy.set(CURLOPT_USERAGENT, settings.agent)
    easy.set(CURLOPT_FOLLOWLOCATION, request.redirects > 0)
    easy.set(CURLOPT_MAXREDIRS, max(0, request.redirects))
    easy.set(CURLOPT_REDIR_PROTOCOLS_STR, "https")
    if request.reach == .publicOnly {
      // A reused connection may lead to an address that was not checked.
      easy.set(CURLOPT_FRESH_CONNECT, true)
    }
    var lines = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    lines.append("expect:")
    if let body = request.sentBody {
      troupe_curl_size(easy.handle, CURLOPT_POSTFIELDSIZE_LARGE, body.count)
      let taken = body.withUnsafeBytes { bytes in
        // An empty buffer has a nil address, and nil would mean that there is no body.
        bytes.isEmpty
          ? troupe_curl_pointer(easy.handle, CURLOPT_COPYPOSTFIELDS, "")
          : troupe_curl_pointer(easy.handle, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress)
      }
      guard taken == CURLE_OK else { return false }
      // libcurl would label every body as a form.
      if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) { lines.append("content-type:") }
    } else if request.method == "HEAD" {
      easy.set(CURLOPT_NOBODY, true)
    }
    if request.method != "HEAD" { easy.set(CURLOPT_CUSTOMREQUEST, request.method) }
    let list = CurlList(lines)
    lists.append(list)
    easy.set(CURLOPT_HTTPHEADER, list)
    return true
  }

  private func prepare(_ mail: Envelope) -> Bool {
    easy.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    easy.set(CURLOPT_URL, mail.server.address)
    easy.set(CURLOPT_CONNECTTIMEOUT_MS, mail.connect)
    easy.set(CURLOPT_USE_SSL, Int(mail.server.isPlain ? CURLUSESSL_NONE.rawValue : CURLUSESSL_ALL.rawValue))
    if let user = mail.server.user {
      easy.set(CURLOPT_USERNAME, user)
      easy.set(CURLOPT_PASSWORD, mail.server.password?.revealed ?? "")
    }
    easy.set(CURLOPT_MAIL_FROM, "<\(mail.from.text)>")
    let list = CurlList(mail.to.map { "<\($0.text)>" })
    lists.append(list)
    easy.set(CURLOPT_MAIL_RCPT, list)
    easy.set(CURLOPT_UPLOAD, true)
    troupe_curl_size(easy.handle, CURLOPT_INFILESIZE_LARGE, mail.message.count)
    return true
  }

  // MARK: libcurl callbacks

  private func hear(head line: UnsafeRawBufferPointer) -> Bool {
    guard case .request(let request) = load else { return true }
    if head.size + line.count > request.limits.head {
      overrun = request.limits.head
      return false
    }
    head.hear(line)
    return true
  }

  private func hear(body bytes: UnsafeRawBufferPointer) -> Bool {
    guard case .request(let request) = load else { return true }
    if handedOut + body.count + bytes.count > request.limits.answer {
      overrun = request.limits.answer
      return false
    }
    guard let take else {
      body.append(contentsOf: bytes)
      return true
    }
    handOutHead()
    handedOut += bytes.count
    take(.body(Array(bytes)))
    return true
  }

  /// Hands out the status once: it is known when the body begins, or at the end of a response without one.
  private func handOutHead() {
    guard let take, !hasHandedOutHead else { return }
    hasHandedOutHead = true
    take(.head(status: easy.number(CURLINFO_RESPONSE_CODE)))
  }

  private func give(_ room: UnsafeMutableRawBufferPointer) -> Int {
    guard case .mail(let mail) = load else { return 0 }
    let count = min(room.count, mail.message.count - sent)
    mail.message[sent..<sent + count].withUnsafeBytes { room.copyMemory(from: $0) }
    sent += count
    return count
  }

  private func mayOpen(_ address: UnsafePointer<curl_sockaddr>) -> Bool {
    guard case .request(let request) = load, request.reach == .publicOnly else { return true }
    let name = UnsafeBufferPointer(start: troupe_curl_name(address), count: Int(address.pointee.addrlen))
    // The address follows the family and port, and in IPv6 the flow label too.
    let isPublic =
      switch address.pointee.family {
      case 2 where name.count >= 8: PublicAddress.four(ArraySlice(name[4..<8]))
      case 10 where name.count >= 24: PublicAddress.six(ArraySlice(name[8..<24]))
      default: false
      }
    if !isPublic { refusedAddress = true }
    return isPublic
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let head: troupe_curl_bytes = { bytes, size, count, context in
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return Transfer.of(context)?.hear(head: line) == true ? line.count : 0
  }

  private static let body: troupe_curl_bytes = { bytes, size, count, context in
    let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
    // Any other number than the bytes received ends the transfer; zero would count as success for an empty part.
    return Transfer.of(context)?.hear(body: part) == true ? part.count : part.count &+ 1
  }

  private static let upload: troupe_curl_bytes = { bytes, size, count, context in
    Transfer.of(context)?.give(UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) ?? 0
  }

  private static let open: curl_opensocket_callback = { context, _, address in
    guard let address, let transfer = Transfer.of(context), transfer.mayOpen(address) else { return -1 }
    return troupe_curl_socket(address)
  }
}
