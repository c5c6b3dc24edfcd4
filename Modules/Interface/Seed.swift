enum InterfaceSeed {}
