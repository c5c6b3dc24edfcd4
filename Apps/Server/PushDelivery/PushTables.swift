internal import Relational

/// The statements for devices and their notifications, in SQL that both stores accept. Instants are in milliseconds since
/// 1970.
enum PushTables {
  static let migration = Migration(
    "push-1",
    [
      """
      create table push_devices (
        id text primary key, person text not null, session text, product text not null, zone text not null,
        address_hash text not null, address text not null, updated_at bigint not null
      )
      """,
      "create index push_devices_person on push_devices (person, product)",
      "create unique index push_devices_address on push_devices (address_hash)",
      """
      create table push_notices (
        id text primary key, person text not null, kind text not null, row_id text not null, noted_at bigint not null,
        done_at bigint, sent_at bigint
      )
      """,
      "create index push_notices_person on push_notices (person, noted_at)",
      "create index push_notices_noted on push_notices (noted_at)",
    ])

  /// A row of `push_devices`; its address is sealed.
  struct Device: Sendable, Hashable {
    let id: String
    let person: String
    let session: String?
    let product: String
    let zone: String
    let address: String
  }

  /// A row of `push_notices`.
  struct Noted: Sendable, Hashable {
    let id: String
    let person: String
    let kind: String
    let row: String
  }

  // MARK: Devices

  /// Keeps a device in place of the one with its identifier and of any with the hash of its address, and the newest `most` of
  /// a person.
  static func keep(
    _ device: Device, addressHash: String, most: Int, at now: Int, _ session: any Session
  ) throws(Failure) {
    try session.run(
      "delete from push_devices where id = $1 or address_hash = $2", [.text(device.id), .text(addressHash)])
    try session.run(
      """
      insert into push_devices (id, person, session, product, zone, address_hash, address, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      [
        .text(device.id), .text(device.person), .text(device.session), .text(device.product), .text(device.zone),
        .text(addressHash), .text(device.address), .int(now),
      ])
    let older = try session.rows(
      "select id from push_devices where person = $1 order by updated_at desc, id limit 1000 offset $2",
      [.text(device.person), .int(most)])
    for row in older { try remove(row[0].string ?? "", session) }
  }

  private static let columns = "id, person, session, product, zone, address"

  private static func device(_ row: [Value]) -> Device {
    Device(
      id: row[0].string ?? "", person: row[1].string ?? "", session: row[2].string, product: row[3].string ?? "",
      zone: row[4].string ?? "", address: row[5].string ?? "")
  }

  /// The devices of a person, the one that was heard of last first.
  static func devices(of person: String, _ session: any Session) throws(Failure) -> [Device] {
    try session.rows(
      "select \(columns) from push_devices where person = $1 order by updated_at desc, id", [.text(person)]
    ).map(device)
  }

  static func device(_ id: String, _ session: any Session) throws(Failure) -> Device? {
    try session.row("select \(columns) from push_devices where id = $1", [.text(id)]).map(device)
  }

  static func hasDevice(_ person: String, for product: String, _ session: any Session) throws(Failure) -> Bool {
    try session.row(
      "select 1 from push_devices where person = $1 and product = $2 limit 1", [.text(person), .text(product)]) != nil
  }

  /// Removes a device of a person; false when there is none.
  static func remove(_ id: String, of person: String, _ session: any Session) throws(Failure) -> Bool {
    try session.run("delete from push_devices where id = $1 and person = $2", [.text(id), .text(person)]) == 1
  }

  static func remove(_ id: String, _ session: any Session) throws(Failure) {
    try session.run("delete from push_devices where id = $1", [.text(id)])
  }

  /// Removes a device whose address is gone, unless it has been registered anew meanwhile: a sealed text is never the same
  /// again.
  static func removeGone(_ device: Device, _ session: any Session) throws(Failure) {
    try session.run(
      "delete from push_devices where id = $1 and address = $2", [.text(device.id), .text(device.address)])
  }

  // MARK: Notifications

  /// Notes what a person is to be told; false when it was noted before.
  static func note(_ noted: Noted, at now: Int, _ session: any Session) throws(Failure) -> Bool {
    try session.run(
      """
      insert into push_notices (id, person, kind, row_id, noted_at) values ($1, $2, $3, $4, $5)
      on conflict (id) do nothing
      """, [.text(noted.id), .text(noted.person), .text(noted.kind), .text(noted.row), .int(now)]) == 1
  }

  /// Whether something was noted for a person since that instant and waits.
  static func waits(_ person: String, since instant: Int, _ session: any Session) throws(Failure) -> Bool {
    try session.row(
      "select 1 from push_notices where person = $1 and noted_at > $2 and done_at is null limit 1",
      [.text(person), .int(instant)]) != nil
  }

  /// Messages that wait for a person, the newest first.
  static func waiting(_ person: String, most: Int, _ session: any Session) throws(Failure) -> [Noted] {
    try session.rows(
      """
      select id, person, kind, row_id from push_notices where person = $1 and done_at is null
      order by noted_at desc, id limit $2
      """, [.text(person), .int(most)]
    ).map {
      Noted(id: $0[0].string ?? "", person: $0[1].string ?? "", kind: $0[2].string ?? "", row: $0[3].string ?? "")
    }
  }

  /// Ends what waits; false when another job has ended it.
  static func finish(_ id: String, isSent: Bool, at now: Int, _ session: any Session) throws(Failure) -> Bool {
    try session.run(
      "update push_notices set done_at = $2, sent_at = $3 where id = $1 and done_at is null",
      [.text(id), .int(now), isSent ? .int(now) : .null]) == 1
  }

  /// Messages sent to a person since that instant.
  static func sent(
    to person: String, since instant: Int, _ session: any Session
  ) throws(Failure) -> [(id: String, kind: String, at: Int)] {
    try session.rows(
      "select id, kind, sent_at from push_notices where person = $1 and noted_at > $2 and sent_at is not null",
      [.text(person), .int(instant)]
    ).map { ($0[0].string ?? "", $0[1].string ?? "", $0[2].int ?? 0) }
  }

  static func removeNoted(before instant: Int, _ session: any Session) throws(Failure) {
    try session.run("delete from push_notices where noted_at <= $1", [.int(instant)])
  }

  static func forget(_ person: String, _ session: any Session) throws(Failure) {
    try session.run("delete from push_devices where person = $1", [.text(person)])
    try session.run("delete from push_notices where person = $1", [.text(person)])
  }
}
