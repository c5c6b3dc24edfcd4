internal import Commands
internal import Glibc
internal import Shell

signal(SIGPIPE, SIG_IGN)
let lab = CommandSet(
  version: Troupe.version, tools: [.audit, .simulate, .bench, .vendors],
  introduction: "Troupe \(Troupe.version): the tools with which it is examined.",
  closing: "`troupe-lab COMMAND` is the same. Exit codes: 0 done, 1 it could not be done, 2 wrong use.")
exit(await lab.run(Array(CommandLine.arguments.dropFirst())))
