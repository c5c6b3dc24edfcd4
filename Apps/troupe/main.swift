internal import Commands
internal import Glibc

// Everything is in the tools; here is only the way in and the way out.
signal(SIGPIPE, SIG_IGN)
exit(await Tools.commands.run(Array(CommandLine.arguments.dropFirst())))
