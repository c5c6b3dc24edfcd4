import Interface
import Kernel
import Shell
import YHealth

let person = try await Person.open(.yhealth, home: .memory)
let window = await person.window()
print(try await window.perform(.open(Route(["settings"]))).title)
await window.close()
await person.close()
