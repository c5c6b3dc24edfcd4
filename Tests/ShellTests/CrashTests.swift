import Foundation
import Kernel
import ShellTesting
import Testing

@testable import Shell

@Suite("Runs that did not close the profile") struct CrashTests {
  private let began = Date(timeIntervalSince1970: 1_780_000_000)

  private func journal(_ folder: OwnFolder) -> CrashJournal {
    CrashJournal(in: folder, version: "1.2.3", at: began)
  }

  private func leave(_ text: String, in folder: OwnFolder) throws {
    try folder.replace(CrashJournal.run, with: Array(text.utf8))
  }

  @Test("a run that closed the profile leaves nothing")
  func closed() throws {
    let home = TestFolder()
    let folder = try OwnFolder(home.path)
    let first = journal(folder)
    #expect(FileManager.default.fileExists(atPath: "\(home.path)/\(CrashJournal.run)"))
    first.end()
    first.end()
    let next = journal(folder)
    #expect(next.records.isEmpty && !next.isAfterCrash)
    next.end()
  }

  @Test("a run that did not is told of by the next ones, with its last warnings, at most five")
  func left() throws {
    let home = TestFolder()
    let folder = try OwnFolder(home.path)
    for run in 1...7 {
      let journal = journal(folder)
      #expect(journal.records.count == min(run - 1, CrashRecord.most) && !journal.isAfterCrash)
      let log = Log { journal.note($0) }.from("Run \(run)")
      for line in 1...50 { log.warning("line\n\(line)") }
    }
    let next = journal(folder)
    #expect(next.records.count == CrashRecord.most)
    let last = try #require(next.records.first)
    #expect(last.version == "1.2.3" && last.began == began && last.cause == "ended without closing")
    #expect(last.lines.count == CrashRecord.mostLines && last.lines.last == "Run 7: line 50")
    next.end()
  }

  @Test("a signal is noted, and only then the run counts as a crash")
  func signal() throws {
    let home = TestFolder()
    let folder = try OwnFolder(home.path)
    try leave("version 1.0\nbegan 1780000000\nlog Sync: failed\nsignal 11\n", in: folder)
    let journal = journal(folder)
    #expect(journal.isAfterCrash && journal.records.first?.cause == "SIGSEGV")
    #expect(journal.records.first?.lines == ["Sync: failed"])
    journal.end()
    let next = self.journal(folder)
    #expect(!next.isAfterCrash && next.records.count == 1)
    next.end()
  }

  @Test(
    "what no run wrote tells nothing, and disturbs nothing",
    arguments: [
      "", "\n\n", "version 1", "version 1\nbegan soon\n", "\0\0\0", String(repeating: "log x\n", count: 9_999),
    ])
  func rubbish(_ text: String) throws {
    let home = TestFolder()
    let folder = try OwnFolder(home.path)
    try leave(text, in: folder)
    try folder.replace(CrashJournal.kept, with: Array(text.utf8))
    let journal = journal(folder)
    #expect(journal.records.isEmpty && !journal.isAfterCrash)
    journal.end()
  }

  @Test("a profile's warnings are in its journal until it is closed")
  func person() async throws {
    let home = TestFolder()
    let person = try await Person.open(.studio(), home: .folder(home.path), clock: ManualTime(noon))
    person.context.log.from("Sync").warning("it failed")
    let path = "\(try #require(person.folder))/\(CrashJournal.run)"
    let text = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
    #expect(text.hasPrefix("version ") && text.contains("log Sync: it failed\n"))
    await person.close()
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
