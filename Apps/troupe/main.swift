internal import Commands
internal import Glibc

// The entry point; the commands are in `Tools`.
signal(SIGPIPE, SIG_IGN)
exit(await Tools.commands.run(Array(CommandLine.arguments.dropFirst())))
