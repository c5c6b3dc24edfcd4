internal import CCurl

/// One easy handle of libcurl, with typed options.
struct Easy {
  let handle: UnsafeMutableRawPointer

  init(_ handle: UnsafeMutableRawPointer) { self.handle = handle }

  func set(_ option: CURLoption, _ value: Int) { troupe_curl_long(handle, option, value) }
  func set(_ option: CURLoption, _ isOn: Bool) { troupe_curl_long(handle, option, isOn ? 1 : 0) }
  /// libcurl copies the text.
  func set(_ option: CURLoption, _ text: String?) {
    if let text { troupe_curl_pointer(handle, option, text) } else { troupe_curl_pointer(handle, option, nil) }
  }
  func set(_ option: CURLoption, _ duration: Duration) {
    // Zero would mean no limit, and so would more than libcurl accepts.
    set(option, Int(min(86_400_000, max(1, (duration / .milliseconds(1)).rounded(.up)))))
  }
  func set(_ option: CURLoption, _ list: CurlList) { troupe_curl_pointer(handle, option, list.head) }

  func number(_ info: CURLINFO) -> Int { troupe_curl_number(handle, info) }
}

/// A list of strings in libcurl's own memory; it must live as long as the transfer that uses it.
final class CurlList {
  private(set) var head: UnsafeMutablePointer<curl_slist>?

  init(_ texts: [String]) {
    for text in texts {
      // Nil leaves the list as it was.
      if let longer = curl_slist_append(head, text) { head = longer }
    }
  }

  deinit { curl_slist_free_all(head) }
}
