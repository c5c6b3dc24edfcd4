internal import JSON
internal import Relational
internal import Testing
internal import Tokens

/// Policies for reading and changing rows, and transitions between values.
extension RelationalContract {
  static let policies: [Clause] = [
    Clause("a user reads, changes and deletes only their own rows") { database in
      try await database.add(notes, ["id": .text(id(1)), "title": .text("ada's")], as: ada)
      try await database.add(notes, ["id": .text(id(2)), "title": .text("bob's")], as: bob)
      #expect(try await database.all(notes, as: ada).map { $0["title"] } == ["ada's"])
      #expect(try await database.all(notes, .id(id(2)), as: ada).isEmpty)
      #expect(try await database.all(notes, .any([.id(id(2)), .everything]), as: ada).count == 1)
      #expect(try await database.change(notes, ["title": .text("stolen")], .id(id(2)), as: ada).isEmpty)
      #expect(try await database.remove(notes, .id(id(2)), as: ada) == 0)
      #expect(try await database.remove(notes, .everything, as: ada) == 1)
      #expect(try await database.all(notes, as: bob).map { $0["title"] } == ["bob's"])
      var select = Select(notes)
      select.counts = true
      #expect(try await database.select(select, as: ada).total == 0)
    },
    Clause("a user cannot insert a row for another user or give one away") { database in
      let made = await database.refusal {
        try await $0.add(notes, ["owner": .text(bob.user), "title": .text("a")], as: ada)
      }
      #expect(made == .policy("notes"))
      try await database.add(notes, ["title": .text("a")], as: ada)
      let given = await database.refusal {
        _ = try await $0.change(notes, ["owner": .text(bob.user)], .everything, as: ada)
      }
      #expect(given?.code == "42501")
      let unseen = await database.refusal {
        let rows: [[Value]] = [[.text(ada.user), .text("a")], [.text(bob.user), .text("b")]]
        _ = try await $0.insert(Insert(notes, columns: ["owner", "title"], rows: rows), as: ada)
      }
      #expect(unseen == .policy("notes"))
      #expect(try await database.all(notes, as: .service).count == 1)
    },
    Clause("a row that neither the policy nor a constraint allows is refused by the policy") { database in
      for values: [String: Value] in [["title": .text(String(repeating: "a", count: 101))], [:]] {
        let made = await database.refusal {
          try await $0.add(notes, values.merging(["owner": .text(bob.user)]) { value, _ in value }, as: ada)
        }
        #expect(made == .policy("notes"))
        let own = await database.refusal { try await $0.add(notes, values, as: ada) }
        #expect(own != nil && own?.code != "42501")
      }
      try await database.add(notes, ["title": .text("a")], as: ada)
      let given = await database.refusal {
        let both: [String: Value] = ["owner": .text(bob.user), "title": .text(String(repeating: "a", count: 101))]
        _ = try await $0.change(notes, both, .everything, as: ada)
      }
      #expect(given?.code == "42501")
    },
    Clause("an upsert cannot change another user's row") { database in
      try await database.add(notes, ["id": .text(id(1)), "title": .text("bob's")], as: bob)
      var insert = Insert(notes, columns: ["id", "title"], rows: [[.text(id(1)), .text("stolen")]])
      insert.collision = .merge(on: ["id"])
      let refusal = await database.refusal { [insert] in _ = try await $0.insert(insert, as: ada) }
      #expect(refusal?.code == "42501")
      #expect(try await database.all(notes, as: bob).map { $0["title"] } == ["bob's"])
    },
    Clause("an anonymous caller has no access") { database throws in
      let attempts: [(String, @Sendable (any Database) async throws -> Void)] = [
        ("select", { _ = try await $0.all(notes, as: .anonymous) }),
        ("insert", { _ = try await $0.add(notes, ["title": .text("a")], as: .anonymous) }),
        ("update", { _ = try await $0.change(notes, ["title": .text("a")], .everything, as: .anonymous) }),
        ("delete", { _ = try await $0.remove(notes, .everything, as: .anonymous) }),
      ]
      for (name, attempt) in attempts {
        #expect(await database.refusal(attempt) == .forbidden("notes"), "\(name)")
      }
    },
    Clause("the service role bypasses policies but not constraints") { database in
      try await database.add(notes, ["owner": .text(ada.user), "title": .text("for ada")], as: .service)
      try await database.add(notes, ["owner": .text(bob.user), "title": .text("for bob")], as: .service)
      #expect(try await database.all(notes, as: .service).count == 2)
      #expect(try await database.all(notes, as: ada).count == 1)
      #expect(try await database.change(notes, ["body": .text("x")], .everything, as: .service).count == 2)
      let refusal = await database.refusal { try await $0.add(notes, ["title": .text("of nobody")], as: .service) }
      #expect(refusal?.code == "23502")
    },
    Clause("two users see one row, and each may make the changes of their role") { database in
      try await database.add(
        messages, ["id": .text(id(1)), "recipient": .text(bob.user), "body": .text("hello")], as: ada)
      #expect(try await database.all(messages, as: ada).count == 1)
      #expect(try await database.all(messages, as: bob).count == 1)
      #expect(try await database.all(messages, as: cyd).isEmpty)
      #expect(try await database.change(messages, ["read": .bool(true)], .everything, as: bob).count == 1)
      #expect(try await database.change(messages, ["read": .bool(false)], .everything, as: cyd).isEmpty)
      #expect(try await database.remove(messages, .everything, as: bob) == 0)
      #expect(try await database.remove(messages, .everything, as: ada) == 1)
      let forged = await database.refusal {
        try await $0.add(
          messages, ["sender": .text(bob.user), "recipient": .text(ada.user), "body": .text("x")], as: ada)
      }
      #expect(forged == .policy("messages"))
    },
    Clause("a policy may query other tables") { database in
      try await database.add(profiles, ["name": .text("Ada")], as: ada)
      #expect(try await database.all(profiles, as: bob).isEmpty)
      try await database.add(friendships, ["other": .text(bob.user)], as: ada)
      #expect(try await database.all(profiles, as: bob).map { $0["name"] } == ["Ada"])
      #expect(try await database.all(profiles, as: cyd).isEmpty)
      #expect(try await database.change(profiles, ["name": .text("x")], .everything, as: bob).isEmpty)
      try await database.remove(friendships, .everything, as: ada)
      #expect(try await database.all(profiles, as: bob).isEmpty)
    },
    Clause("an operation without a policy is refused or changes nothing") { database in
      try await database.add(requests, ["asked": .text(bob.user)], as: ada)
      #expect(try await database.remove(requests, .everything, as: ada) == 0)
      #expect(try await database.change(requests, ["status": .text("accepted")], .everything, as: ada).isEmpty)
      let friendship = await database.refusal {
        try await $0.add(friendships, ["one": .text(bob.user), "other": .text(ada.user)], as: ada)
      }
      #expect(friendship == .policy("friendships"))
    },
    Clause("concurrent callers see only their own rows") { database in
      _ = try await database.insert(
        Insert(notes, columns: ["title"], rows: (0..<20).map { [.text("a\($0)")] }), as: ada)
      _ = try await database.insert(
        Insert(notes, columns: ["title"], rows: (0..<30).map { [.text("b\($0)")] }), as: bob)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<60 {
          group.addTask {
            let (caller, count) = [(ada, 20), (bob, 30), (cyd, 0)][number % 3]
            let rows = try await database.all(notes, as: caller)
            #expect(rows.count == count)
            #expect(rows.allSatisfy { $0["owner"]?.string == caller.user })
          }
        }
        try await group.waitForAll()
      }
    },
  ]

  static let transitions: [Clause] = [
    Clause("an answered request cannot be changed, not even by the service role") { database in
      try await database.add(requests, ["id": .text(id(1)), "asked": .text(bob.user)], as: ada)
      let declined = try await database.change(requests, ["status": .text("declined")], .everything, as: bob)
      #expect(declined.first?["status"] == "declined")
      for caller in [bob, .service] {
        let refusal = await database.refusal {
          _ = try await $0.change(requests, ["status": .text("accepted")], .everything, as: caller)
        }
        #expect(refusal?.code == "P0001")
        #expect(refusal?.message == "This request was answered already.")
      }
      #expect(try await database.all(requests, as: ada).first?["status"] == "declined")
    },
    Clause("a forbidden transition in an upsert rolls back all of its rows") { database in
      try await database.add(requests, ["id": .text(id(1)), "asked": .text(bob.user)], as: ada)
      _ = try await database.change(requests, ["status": .text("declined")], .everything, as: bob)
      var insert = Insert(
        requests, columns: ["id", "owner", "asked", "status"],
        rows: [
          [.text(id(2)), .text(ada.user), .text(bob.user), .text("pending")],
          [.text(id(1)), .text(ada.user), .text(bob.user), .text("accepted")],
        ])
      insert.collision = .merge(on: ["id"])
      let refusal = await database.refusal { [insert] in _ = try await $0.insert(insert, as: .service) }
      #expect(refusal?.code == "P0001")
      #expect(try await database.all(requests, as: .service).count == 1)
    },
    Clause("only the asked user may answer, and a request cannot start answered") { database in
      try await database.add(requests, ["asked": .text(bob.user)], as: ada)
      #expect(try await database.change(requests, ["status": .text("accepted")], .everything, as: ada).isEmpty)
      let begun = await database.refusal {
        try await $0.add(requests, ["asked": .text(bob.user), "status": .text("accepted")], as: ada)
      }
      #expect(begun == .policy("requests"))
    },
    Clause("a rule for new rows refuses an insert, an upsert and a change, whoever asks") { database in
      try await database.add(
        labels, ["id": .text(id(1)), "name": .text("Zoë 👩‍👧"), "since": .text("2020-02-29")], as: ada)
      for (values, words) in [
        (["name": .text("a\u{7}b")], "A name is one line."), (["name": .text("a\u{202E}b")], "A name is one line."),
        (["since": .text("2999-01-01")], "A day to come is none."),
      ] as [([String: Value], String)] {
        for caller in [ada, .service] {
          let owner = ["owner": Value.text(ada.user)]
          let refusals = [
            await database.refusal { _ = try await $0.add(labels, values.merging(owner) { $1 }, as: caller) },
            await database.refusal { _ = try await $0.change(labels, values, .id(id(1)), as: caller) },
            await database.refusal {
              let columns = ["id", "owner"] + values.keys
              var insert = Insert(
                labels, columns: columns, rows: [[.text(id(1)), .text(ada.user)] + values.values])
              insert.collision = .merge(on: ["id"])
              _ = try await $0.insert(insert, as: caller)
            },
          ]
          for refusal in refusals { #expect(refusal?.code == "P0001" && refusal?.message == words) }
        }
      }
      #expect(try await database.all(labels, as: ada).map { $0["name"] } == ["Zoë 👩‍👧"])
    },
  ]
}
