"""Everything of the change to Platform that is not mechanical. Run before platform.py."""
from pathlib import Path
import re
def sub(path,*pairs):
    p=Path(path); t=p.read_text()
    for a,b in pairs:
        assert a in t,(path,a)
        t=t.replace(a,b)
    p.write_text(t)
Path('Modules/Platform/System.swift').write_text('''// Foundation and the C library under one name. FoundationEssentials is a part of Foundation; where it is a module of its own, all of
// Foundation would triple the time to start.

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Android)
  @_exported public import Android
#else
  @_exported public import Darwin
#endif
''')
sub('Modules/Platform/OwnProcess.swift',('internal import Glibc\n\n',''))
sub('Modules/Platform/FileDescriptor.swift',('''    #endif
  }
}
''','''    #endif
  }

  /// Writes the bytes of an open file from the system's memory to the disk. Returns whether they are there.
  @discardableResult public static func flush(_ number: Int32) -> Bool {
    #if canImport(Darwin)
      // There `fsync` ends in the disk's own memory.
      fcntl(number, F_FULLFSYNC) == 0
    #else
      fdatasync(number) == 0
    #endif
  }

  /// Takes space on the disk for that many bytes from the start of an open file. Returns whether there was as much.
  public static func reserve(_ number: Int32, _ count: Int) -> Bool {
    #if canImport(Darwin)
      var space = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0, fst_length: off_t(count),
        fst_bytesalloc: 0)
      return fcntl(number, F_PREALLOCATE, &space) != -1 && ftruncate(number, off_t(count)) == 0
    #else
      return posix_fallocate(number, 0, off_t(count)) == 0
    #endif
  }
}
'''))
sub('Modules/Engines/Storage/Blobs/BlobFile.swift',('    fdatasync(file)\n','    FileDescriptor.flush(file)\n'))
sub('Modules/Engines/Storage/Tables/SQLiteReserve.swift',('posix_fallocate(file, 0, off_t(SQLiteTables.reserve)) == 0','FileDescriptor.reserve(file, SQLiteTables.reserve)'))
sub('Tests/PlatformTests/FileDescriptorTests.swift',('''    #expect(FileManager.default.contents(atPath: FileDescriptor.path(of: file)) == Data("inside".utf8))
''','''    #expect(FileManager.default.contents(atPath: FileDescriptor.path(of: file)) == Data("inside".utf8))
    #expect(FileDescriptor.flush(file) && !FileDescriptor.flush(-1))
  }

  @Test("space that is reserved belongs to the file; more than there is, or of a file that is not open, is refused")
  func reserve() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "troupe-\\(UUID().uuidString)").path()
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    unlink(path)
    var about = stat()
    #expect(FileDescriptor.reserve(file, 1 << 20) && fstat(file, &about) == 0)
    #expect(about.st_size == 1 << 20 && about.st_blocks * 512 >= 1 << 20)
    #expect(!FileDescriptor.reserve(file, .max) && !FileDescriptor.reserve(-1, 1))
'''))
sub('Modules/Platform/README.md',('It imports nothing of this package.','It imports nothing of this package.\n\nIt also exports Foundation and the C library, whatever they are called: `FoundationEssentials` or `Foundation`; `Glibc`, `Musl`, `Android` or\n`Darwin`. A portable module imports `Platform` and none of those, which `Scripts/check-boundaries` checks; Package.swift gives it to every\nmodule.'),
('    FileDescriptor.path(of: number)               // a path to an open file, also one without a name\n','''    FileDescriptor.path(of: number)               // a path to an open file, also one without a name
    FileDescriptor.flush(number)                  // fdatasync, F_FULLFSYNC
    FileDescriptor.reserve(number, bytes)         // posix_fallocate, F_PREALLOCATE
'''),
('| a file without a name, and a folder, are reached by their number |','| a file without a name, and a folder, are reached by their number; a file is flushed, and has the space that was reserved |'))
t=Path('Package.swift').read_text()
for a,b in [('module("Portability", on: "Platform", ','module("Portability", on: '),('    "Platform", "HTTP",','    "HTTP",'),('module("Remote", on: "Platform", ','module("Remote", on: '),('module("Owner", on: "Platform", ','module("Owner", on: '),('"CTroupe", "Platform"),','"CTroupe"),'),
('      name: name, dependencies: dependencies.map { .byName(name: $0) }, exclude: ["README.md"], swiftSettings: strict()),\n    tests: tests)','      name: name, dependencies: (name == "Platform" ? [] : ["Platform"] + dependencies).map { .byName(name: $0) },\n      exclude: ["README.md"], swiftSettings: strict()), tests: tests)')]:
    assert t.count(a)==1,(a,t.count(a)); t=t.replace(a,b)
t=t.replace('  name: "Troupe",\n','  name: "Troupe", platforms: [.macOS(.v15), .iOS(.v18)],  // for Synchronization\n')
Path('Package.swift').write_text(t)
sub('Scripts/check-boundaries',
('MAY_IMPORT_FOUNDATION: dict[str, str] = {}','MAY_IMPORT_FOUNDATION = {"Platform": "where FoundationEssentials is no module of its own"}\n# What `Platform` exports, under the names that it has on one system or another.\nOF_PLATFORM = {"FoundationEssentials", *ALL_OF_FOUNDATION, "Android", "Darwin", "Glibc", "Musl"}'),
('        return check_toolchain(target, module)','        return check_toolchain(project, target, module)'),
('def check_toolchain(target','def check_toolchain(project: Layers, target'),
('''    if module in ALL_OF_FOUNDATION and''','''    if module in OF_PLATFORM and target.name in project.portable and target.name != "Platform":
        return f"import Platform instead; products run on other systems too, by {project.way(target.name)}"
    if module in ALL_OF_FOUNDATION and'''),
('        if name not in imported\n','        if name not in imported and name != "Platform"  # which every module has\n'))
sub('Scripts/drawing.py',("', '.join(target.dependencies) or 'nothing'","', '.join(name for name in target.dependencies if name != 'Platform') or 'nothing'"))
sub('Tests/Scripts/conftest.py',('"public import FoundationEssentials\\n"','"public import Dispatch\\n"'))
sub('Tests/Scripts/test_boundaries.py',
('("Modules/Engines/Plot/Plot.swift", "import Foundation", "import FoundationEssentials instead"),','''("Modules/Engines/Plot/Plot.swift", "import Foundation", "import Platform instead; products run on other systems too, by Shell"),
        ("Modules/Kernel/Kernel.swift", "public import FoundationEssentials", "import Platform instead"),
        ("Apps/Shell/Shell.swift", "internal import Glibc", "import Platform instead"),'''))
sub('Documentation/FirstModule.md',('internal import FoundationEssentials\n','internal import Platform\n'))
sub('Documentation/decisions/0043-what-linux-alone-has-is-handed-in.md',
(' `Glibc` and `FoundationEssentials` are still imported without a condition.',''),
('That is the only `@_exported` import.','`Platform` is the only other one that exports.'),
('memory of this process, a path to an open file. It lies','memory of this process, a path to an open file, flushing and reserving. It exports Foundation and the C library under their name on\n  each system, so no other module has a condition around an import: import levels and MemberImportVisibility treat a module that is\n  exported as imported, and the libraries of the program are the same. It lies'))
sub('Documentation/decisions/0041-a-c-interface-of-six-functions.md',('The other platforms are not built here;\n`Glibc` is imported without a condition in places of the closure.','The other platforms are not built here.'))
sub('CHANGELOG.md',('## 0.1.0, unreleased\n\n',"""## 0.1.0, unreleased

- Portable modules import `Platform` in place of FoundationEssentials and Glibc: it exports Foundation and the C library under their name on
  each system, and has the calls that differ, `FileDescriptor.flush` and `reserve`. Package.swift names the oldest macOS and iOS.
"""))
