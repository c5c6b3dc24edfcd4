internal import Catalog
internal import Commands
internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Notices

extension Tools {
  static let notifications = Tool(
    name: "notifications", summary: "notifications that would be sent when, and why not", operands: "plan FILE.json",
    options: [.json],
    details: """
      FILE.json has "now" and "until", "zones" [{"from", "zone"}], "settings" {"enabled", "kinds" {KIND: true or false}, "quiet"
      {"start", "end"} or null, "mode" light or deep, "cap"}, "opens" [{"kind", "at"}] and "candidates" [{"id", "kind", "at",
      "expires"}]. Instants are ISO 8601, times of day such as 22:00. A candidate may have "snoozed_until"; "sent"
      [{"id", "kind", "at"}] are those that went before now, and settings."silent_until" the end of Do Not Disturb.

      --json has a row for each candidate: id, decision (send, hold, merge or drop), at (null for drop) and why.
      """,
    run: { given throws(Problem) in
      guard given.operands.count == 2, given.operands.first == "plan", let path = given.operands.last else {
        throw .usage("`troupe notifications` takes the word plan and one file.", help: "notifications")
      }
      let data = try NamedFile.text(
        of: path, most: NoticeDocument.mostBytes, tooLarge: "plan-limit", remedy: "Plan a shorter time.")
      let json: JSON
      do throws(JSONFlaw) {
        json = try JSON(bytes: data)
      } catch {
        throw Problem(
          "bad-plan", "\(path.suffix(200)) is not JSON: \(error.what) at byte \(error.offset).",
          remedy: "See `troupe help notifications` for the format.")
      }
      let plan = NoticePlan(try NoticeDocument(json, kinds: NoticeKind.products).inputs)
      guard given.has(.json) else {
        for one in plan.planned {
          let at = one.at.map(NoticeDocument.instant) ?? "never"
          Output.lines(["\(one.decision.rawValue)  \(at)  \(one.id) (\(one.kind)): \(one.words)"])
        }
        return 0
      }
      Output.line((try? JSON.text(NoticeDocument.answer(plan))) ?? "[]")
      return 0
    })
}
