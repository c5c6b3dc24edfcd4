internal import Commands
internal import FoundationEssentials
internal import JSON
internal import Kernel

/// The server's log: one JSON object per line on standard error.
enum ServerLog {
  static let log = Log { line in
    guard line.level >= .info else { return }
    let entry: JSON = [
      "at": .string(Moment(Date()).text), "level": .string(String(describing: line.level)),
      "source": .string(line.source), "text": .string(line.text),
    ]
    Output.remark((try? JSON.text(entry)) ?? line.text)
  }
}
