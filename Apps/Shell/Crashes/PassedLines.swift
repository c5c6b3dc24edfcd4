internal import Kernel

extension Log {
  /// Writes a line of another log with its own source.
  func pass(_ line: Line) {
    let own = from(line.source)
    switch line.level {
    case .debug: own.debug("\(open: line.text)")
    case .info: own.info("\(open: line.text)")
    case .warning: own.warning("\(open: line.text)")
    case .error: own.error("\(open: line.text)")
    }
  }
}
