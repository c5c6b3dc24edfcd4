enum RemoteSeed {}
