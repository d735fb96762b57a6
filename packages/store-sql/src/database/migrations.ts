// The tables, in the subset of SQL that SQLite and Postgres share. Columns are named like the fields of the API.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { batchWriters } from "./batches.ts"
import { bytesType, leaseClock } from "./dialect.ts"
import { groupColumnsMigration } from "./groupColumns.ts"
import { reviewTables } from "../reviews/reviewTables.ts"

/** The group of every key that no other key created. The first migration inserts it. */
export const defaultGroup = "default"

// Times are Unix milliseconds. MACs and hashes are lower-case hex, because the two databases share no type for bytes.
const keys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE api_group (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    rate_limit INTEGER,
    token_limit INTEGER,
    created_at BIGINT NOT NULL
  )`
  yield* sql`CREATE TABLE api_key (
    id TEXT PRIMARY KEY NOT NULL,
    group_id TEXT NOT NULL REFERENCES api_group (id),
    name TEXT NOT NULL,
    mac TEXT NOT NULL,
    pepper_version TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    created_by TEXT,
    revoked_at BIGINT,
    expires_at BIGINT,
    last_used_day INTEGER
  )`
  yield* sql`CREATE INDEX api_key_group ON api_key (group_id)`
  yield* sql`CREATE TABLE revocation (
    seq BIGINT PRIMARY KEY NOT NULL,
    key_id TEXT NOT NULL REFERENCES api_key (id),
    at BIGINT NOT NULL
  )`
  yield* sql`CREATE TABLE audit_event (
    seq BIGINT PRIMARY KEY NOT NULL,
    at BIGINT NOT NULL,
    node TEXT,
    actor_key_id TEXT,
    action TEXT NOT NULL,
    object_type TEXT NOT NULL,
    object_id TEXT NOT NULL,
    outcome TEXT NOT NULL,
    address_hash TEXT,
    request_id TEXT,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL
  )`
  const created_at = yield* Clock.currentTimeMillis
  yield* sql`INSERT INTO api_group ${sql.insert({ id: defaultGroup, name: "Default", created_at })}`
})

// Indexes for the key quotas: counting must not read every key that was ever revoked.
const keyQuotaIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX api_key_active ON api_key (group_id) WHERE revoked_at IS NULL`
  yield* sql`CREATE INDEX api_key_maker ON api_key (created_by, created_at)`
})

const skills = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE skill (
    skill_id TEXT PRIMARY KEY NOT NULL,
    group_id TEXT NOT NULL REFERENCES api_group (id),
    revision TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX skill_order ON skill (group_id, created_at, skill_id)`
  yield* sql`CREATE TABLE skill_revision (
    revision TEXT PRIMARY KEY NOT NULL,
    skill_id TEXT NOT NULL REFERENCES skill (skill_id),
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX skill_revision_order ON skill_revision (skill_id, created_at, revision)`
  yield* sql`CREATE TABLE skill_file (
    revision TEXT PRIMARY KEY NOT NULL REFERENCES skill_revision (revision),
    content ${yield* bytesType} NOT NULL
  )`
})

// The queue of async chats and their results. `owner` is the worker of a request until `lease_until` passes.
const asyncChat = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE async_chat (
    id TEXT PRIMARY KEY NOT NULL,
    group_id TEXT NOT NULL REFERENCES api_group (id),
    key_id TEXT,
    model TEXT NOT NULL,
    status TEXT NOT NULL,
    request TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    idempotency_key TEXT,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    completed_at BIGINT,
    failed_at BIGINT,
    response TEXT,
    error_message TEXT,
    starts INTEGER NOT NULL,
    owner TEXT,
    lease_until BIGINT,
    UNIQUE (group_id, idempotency_key)
  )`
  yield* sql`CREATE INDEX async_chat_list ON async_chat (group_id, created_at, id)`
  yield* sql`CREATE INDEX async_chat_queue ON async_chat (status, created_at, id)`
  yield* sql`CREATE INDEX async_chat_age ON async_chat (created_at)`
})

// The sealed end of the audit chain: without it, a deletion of its last rows would not show.
const auditHead = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE audit_head (
    id INTEGER PRIMARY KEY NOT NULL,
    seq BIGINT NOT NULL,
    hash TEXT NOT NULL,
    seal TEXT NOT NULL
  )`
})

// What a start and the audit compare: the time of the last write, and a MAC over each key's row under the pepper.
const integrity = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE store_state (id INTEGER PRIMARY KEY NOT NULL, written_at BIGINT NOT NULL)`
  yield* sql`INSERT INTO store_state (id, written_at) VALUES (1, ${yield* leaseClock})`
  yield* sql`ALTER TABLE api_key ADD COLUMN row_mac TEXT`
  // The files of a deleted skill are removed afterwards, a few at a time.
  yield* sql`ALTER TABLE skill ADD COLUMN deleted_at BIGINT`
  yield* sql`CREATE INDEX skill_deleted ON skill (deleted_at) WHERE deleted_at IS NOT NULL`
})

// The queue by groups: the next group and its oldest waiting request are found without reading those of others.
const asyncChatTurns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX async_chat_queue`
  yield* sql`CREATE INDEX async_chat_queue ON async_chat (status, group_id, created_at, id)`
})

/** Bytes of a piece. New files use `filePieceBytes`. */
const pieceBytes = 262_144

// Files become rows of pieces: to read a part of one large value, SQLite reads all of it.
const skillPieces = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE skill_piece (
    revision TEXT NOT NULL REFERENCES skill_revision (revision),
    piece INTEGER NOT NULL,
    content ${yield* bytesType} NOT NULL,
    PRIMARY KEY (revision, piece)
  )`
  for (const { revision } of yield* sql<{ readonly revision: string }>`SELECT revision FROM skill_file`) {
    const [file] = yield* sql<{ readonly content: Uint8Array }>`
      SELECT content FROM skill_file WHERE revision = ${revision}`
    const content = file?.content ?? new Uint8Array()
    for (let at = 0; at === 0 || at < content.length; at += pieceBytes) {
      const piece = { revision, piece: at / pieceBytes, content: content.subarray(at, at + pieceBytes) }
      yield* sql`INSERT INTO skill_piece ${sql.insert(piece)}`
    }
  }
  yield* sql`DROP TABLE skill_file`
  yield* sql`ALTER TABLE skill_piece RENAME TO skill_file`
})

// A MAC shows that the row of a group is the one written last. Audit events are indexed by their subject.
const groupRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE api_group ADD COLUMN row_mac TEXT`
  yield* sql`ALTER TABLE api_group ADD COLUMN changed_seq BIGINT NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE api_group ADD COLUMN deleted_at BIGINT`
  yield* sql`CREATE INDEX audit_event_object ON audit_event (object_id, action, seq)`
})

// The texts of large requests: to change a row with a large text, SQLite writes all of it again.
const asyncChatParts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE async_chat_part (
    chat_id TEXT NOT NULL REFERENCES async_chat (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (chat_id, place)
  )`
})

// Limits that nodes count together. They are lost with a crash of PostgreSQL, and not written to its log: windows are short.
// SQLite has one node, which counts in memory.
const limitWindows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () => sql`CREATE UNLOGGED TABLE limit_window (
      name TEXT PRIMARY KEY NOT NULL,
      start BIGINT NOT NULL,
      used BIGINT NOT NULL,
      is_taken BOOLEAN NOT NULL
    ) WITH (fillfactor = 50)`,
    orElse: () => Effect.void
  })
})

// Policies of decisions, a row for each version, and the policy that a key has by default. `id` is all that names a version.
const policies = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE policy (
    id TEXT PRIMARY KEY NOT NULL,
    group_id TEXT NOT NULL REFERENCES api_group (id),
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    broken_at BIGINT,
    deleted_at BIGINT,
    row_mac TEXT,
    UNIQUE (group_id, name, version)
  )`
  yield* sql`ALTER TABLE api_key ADD COLUMN policy TEXT`
})

/** All changes of the tables, in their order. */
export const migrations = {
  "1_keys": keys,
  "2_key_counts": keyQuotaIndexes,
  "3_skills": skills,
  "4_async_chat": asyncChat,
  "5_audit_head": auditHead,
  "6_integrity": integrity,
  "7_async_chat_turns": asyncChatTurns,
  "8_group_columns": groupColumnsMigration,
  "9_skill_pieces": skillPieces,
  "10_group_rows": groupRows,
  "11_async_chat_parts": asyncChatParts,
  "12_limit_windows": limitWindows,
  "13_policies": policies,
  "14_reviews": reviewTables,
  "15_batch_writers": batchWriters
}
