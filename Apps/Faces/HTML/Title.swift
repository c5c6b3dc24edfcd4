public import Interface

extension Face {
  /// What the browser calls the page: the screen first, since a tab shows only the beginning.
  public func title(of frame: Frame, product: String) -> String {
    frame.title.isEmpty || frame.title == product ? product : "\(frame.title) – \(product)"
  }
}
