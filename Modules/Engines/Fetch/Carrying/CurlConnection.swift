internal import CCurl
internal import Glibc
internal import HTTP

/// A raw connection made by libcurl, which resolves the host, speaks TLS and verifies the certificate; the protocol on
/// top is the caller's.
final class CurlConnection: RawConnection {
  private let handle: UnsafeMutableRawPointer
  private let socket: Int32

  /// Returns nil when no trusted server answers within that time, or `isOver` becomes true.
  init?(_ address: String, authorities: String?, within time: Duration, isOver: @escaping () -> Bool) {
    guard CurlConnection.library == CURLE_OK, let handle = curl_easy_init() else { return nil }
    troupe_curl_pointer(handle, CURLOPT_URL, address)
    troupe_curl_pointer(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    troupe_curl_long(handle, CURLOPT_CONNECT_ONLY, 1)
    troupe_curl_long(handle, CURLOPT_HTTP_VERSION, 2)  // 1.1: nothing else is offered in the handshake of TLS
    troupe_curl_long(handle, CURLOPT_NOSIGNAL, 1)
    troupe_curl_long(handle, CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(time / .milliseconds(1))))
    troupe_curl_pointer(handle, CURLOPT_PROXY, "")
    troupe_curl_long(handle, CURLOPT_SSL_VERIFYPEER, 1)
    troupe_curl_long(handle, CURLOPT_SSL_VERIFYHOST, 2)
    troupe_curl_long(handle, CURLOPT_SSLVERSION, 6)
    if let authorities {
      troupe_curl_pointer(handle, CURLOPT_CAINFO, authorities)
      troupe_curl_pointer(handle, CURLOPT_CAPATH, nil)
    }
    troupe_curl_opening(handle) { _, _, address in address.map { troupe_curl_socket($0) } ?? -1 }
    let asker = Asker(isOver)
    troupe_curl_asking(handle, Asker.callback, Unmanaged.passUnretained(asker).toOpaque())
    let code = withExtendedLifetime(asker) { curl_easy_perform(handle) }
    troupe_curl_asking(handle, nil, nil)
    guard code == CURLE_OK else {
      curl_easy_cleanup(handle)
      return nil
    }
    self.handle = handle
    socket = troupe_curl_active(handle)
  }

  deinit { curl_easy_cleanup(handle) }

  static func opening(trusting authorities: String?) -> RawConnecting {
    { address, time, isOver in CurlConnection(address, authorities: authorities, within: time, isOver: isOver) }
  }

  private static let library = troupe_curl_start()

  func read() -> [UInt8]? {
    let room = 65_536
    var code = CURLE_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      code = curl_easy_recv(handle, buffer.baseAddress, room, &count)
      if code != CURLE_OK { count = 0 }
    }
    if code == CURLE_OK { return bytes.isEmpty ? nil : bytes }
    return code == CURLE_AGAIN ? [] : nil
  }

  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    var count = 0
    let code = bytes.withUnsafeBytes { curl_easy_send(handle, $0.baseAddress, $0.count, &count) }
    if code == CURLE_OK { return count }
    return code == CURLE_AGAIN ? 0 : nil
  }

  func wait(ear: Int32, writes: Bool, until due: ContinuousClock.Instant) {
    var files = [
      pollfd(fd: socket, events: Int16(POLLIN) | (writes ? Int16(POLLOUT) : 0), revents: 0),
      pollfd(fd: ear, events: Int16(POLLIN), revents: 0),
    ]
    let left = max(0, ((due - .now) / .milliseconds(1)).rounded(.up))
    poll(&files, 2, Int32(min(60_000, left)))
  }
}

/// The progress callback of libcurl, which can abort while it connects.
private final class Asker {
  private let isOver: () -> Bool

  init(_ isOver: @escaping () -> Bool) { self.isOver = isOver }

  static let callback: curl_xferinfo_callback = { context, _, _, _, _ in
    guard let context else { return 0 }
    return Unmanaged<Asker>.fromOpaque(context).takeUnretainedValue().isOver() ? 1 : 0
  }
}
