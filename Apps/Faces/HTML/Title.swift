public import Interface

extension Face {
  /// The title of the page: the screen first, since a browser tab shows only the beginning.
  public func title(of frame: Frame, product: String) -> String {
    frame.title.isEmpty || frame.title == product ? product : "\(frame.title) – \(product)"
  }
}
