public import Relational

extension Auth {
  /// The tables of Auth. Instants are in milliseconds since 1970; identifiers and JSON are text.
  public static let migrations = [
    Migration(
      "auth-1",
      [
        """
        create table auth_users (
          id text primary key, email text, phone text, password text, app_metadata text not null,
          user_metadata text not null, is_anonymous bigint not null, email_confirmed_at bigint,
          phone_confirmed_at bigint, confirmation_sent_at bigint, recovery_sent_at bigint, new_email text,
          email_change_sent_at bigint, new_phone text, phone_change_sent_at bigint, last_sign_in_at bigint,
          banned_until bigint, created_at bigint not null, updated_at bigint not null, deleted_at bigint
        )
        """,
        "create unique index auth_users_email on auth_users (email)",
        "create unique index auth_users_phone on auth_users (phone)",
        """
        create table auth_identities (
          id text primary key, user_id text not null, provider text not null, subject text not null, email text,
          claims text not null, last_sign_in_at bigint, created_at bigint not null, updated_at bigint not null
        )
        """,
        "create unique index auth_identities_subject on auth_identities (provider, subject)",
        "create index auth_identities_user on auth_identities (user_id)",
        """
        create table auth_sessions (
          id text primary key, user_id text not null, method text not null, created_at bigint not null,
          refreshed_at bigint not null
        )
        """,
        "create index auth_sessions_user on auth_sessions (user_id)",
        """
        create table auth_refresh_tokens (
          hash text primary key, session_id text not null, user_id text not null, parent text, nonce text,
          created_at bigint not null, revoked_at bigint
        )
        """,
        "create index auth_refresh_tokens_session on auth_refresh_tokens (session_id, parent)",
        "create index auth_refresh_tokens_user on auth_refresh_tokens (user_id)",
        """
        create table auth_one_time_tokens (
          id text primary key, kind text not null, user_id text not null, address text not null,
          link_hash text not null, code_hash text not null, attempts bigint not null,
          is_last bigint not null, challenge text, challenge_method text, created_at bigint not null, expires_at bigint not null
        )
        """,
        "create unique index auth_one_time_tokens_user on auth_one_time_tokens (kind, user_id, address)",
        "create unique index auth_one_time_tokens_link on auth_one_time_tokens (link_hash)",
        "create index auth_one_time_tokens_address on auth_one_time_tokens (kind, address)",
        "create index auth_one_time_tokens_expiry on auth_one_time_tokens (expires_at)",
        """
        create table auth_flow_states (
          hash text primary key, kind text not null, user_id text, method text not null, provider text,
          redirect_to text not null, challenge text, challenge_method text, nonce text, verifier text,
          created_at bigint not null, expires_at bigint not null
        )
        """,
        "create index auth_flow_states_expiry on auth_flow_states (expires_at)",
      ]),
    Migration(
      "auth-sessions-1",
      [
        "alter table auth_sessions add column device text",
        """
        create table auth_ended_sessions (
          seq bigint primary key, session_id text not null, issued_at bigint not null
        )
        """,
        "create unique index auth_ended_sessions_session on auth_ended_sessions (session_id)",
      ]),
    Migration(
      "auth-deletions-1",
      [
        """
        create table auth_deletions (
          user_id text primary key, requested_at bigint not null, erases_at bigint not null, begun_at bigint,
          address text, counts text
        )
        """,
        "create index auth_deletions_due on auth_deletions (erases_at)",
        """
        create table auth_certificates (
          receipt_hash text primary key, document text not null, expires_at bigint not null
        )
        """,
        "create index auth_certificates_expiry on auth_certificates (expires_at)",
      ]),
    Migration(
      "auth-certificates-2",
      [
        "alter table auth_certificates add column account_hash text",
        "create index auth_certificates_account on auth_certificates (account_hash)",
      ]),
    Migration("auth-users-2", ["create index auth_users_created on auth_users (created_at, id)"]),
  ]
}
