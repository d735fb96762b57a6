// The migration for rights of keys, and for limits, quotas and sums of groups.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createTrigger } from "./dialect.ts"

/** Null means all rights, any network. */
const keyColumns = ["rights TEXT", "may_make_keys INTEGER NOT NULL DEFAULT 1", "networks TEXT"]

/** Null means enabled, the default quota, no budget. The sums are kept by triggers. */
const groupColumns = [
  "disabled_at BIGINT",
  "budget_usd DOUBLE PRECISION",
  "max_stored_bytes BIGINT",
  "max_skills BIGINT",
  "max_revisions BIGINT",
  "max_queued_chats BIGINT",
  "max_kept_chats BIGINT",
  "max_keys BIGINT",
  "stored_bytes BIGINT NOT NULL DEFAULT 0",
  "skills BIGINT NOT NULL DEFAULT 0",
  "revisions BIGINT NOT NULL DEFAULT 0",
  "queued_chats BIGINT NOT NULL DEFAULT 0",
  "kept_chats BIGINT NOT NULL DEFAULT 0"
]

const queued = (row: "NEW" | "OLD" | "async_chat") =>
  `(CASE WHEN ${row}.status IN ('CREATED', 'IN_PROGRESS') THEN 1 ELSE 0 END)`

const add = (changes: { readonly [column: string]: string }, group: string) =>
  `UPDATE api_group SET ${Object.entries(changes)
    .map(([column, change]) => `${column} = ${column} ${change}`)
    .join(", ")} WHERE id = ${group}`

const skillGroup = (row: "NEW" | "OLD") =>
  `(SELECT group_id FROM skill WHERE skill_id = ${row}.skill_id AND deleted_at IS NULL)`

/** All of a skill that was not deleted before. Its rows are removed later, and count no more. */
const withoutSkill = `${add(
  {
    skills: "- 1",
    revisions: "- (SELECT COUNT(*) FROM skill_revision WHERE skill_id = OLD.skill_id)",
    stored_bytes: "- (SELECT COALESCE(SUM(bytes), 0) FROM skill_revision WHERE skill_id = OLD.skill_id)"
  },
  "OLD.group_id"
)} AND OLD.deleted_at IS NULL`

const triggers = [
  { table: "skill", event: "INSERT", statement: add({ skills: "+ 1" }, "NEW.group_id") },
  { table: "skill", event: "UPDATE OF deleted_at", statement: withoutSkill },
  { table: "skill", event: "DELETE", statement: withoutSkill },
  {
    table: "skill_revision",
    event: "INSERT",
    statement: add({ revisions: "+ 1", stored_bytes: "+ NEW.bytes" }, skillGroup("NEW"))
  },
  {
    table: "skill_revision",
    event: "DELETE",
    statement: add({ revisions: "- 1", stored_bytes: "- OLD.bytes" }, skillGroup("OLD"))
  },
  {
    table: "async_chat",
    event: "INSERT",
    statement: add(
      { kept_chats: "+ 1", queued_chats: `+ ${queued("NEW")}`, stored_bytes: "+ NEW.bytes" },
      "NEW.group_id"
    )
  },
  {
    table: "async_chat",
    event: "UPDATE OF status, bytes",
    statement: add(
      {
        queued_chats: `+ ${queued("NEW")} - ${queued("OLD")}`,
        stored_bytes: "+ NEW.bytes - OLD.bytes"
      },
      "NEW.group_id"
    )
  },
  {
    table: "async_chat",
    event: "DELETE",
    statement: add(
      { kept_chats: "- 1", queued_chats: `- ${queued("OLD")}`, stored_bytes: "- OLD.bytes" },
      "OLD.group_id"
    )
  }
]

/** Sums of what was stored before. */
const initialSums = `UPDATE api_group SET
  skills = (SELECT COUNT(*) FROM skill WHERE group_id = api_group.id AND deleted_at IS NULL),
  revisions = (SELECT COUNT(*) FROM skill_revision r JOIN skill s ON s.skill_id = r.skill_id
    WHERE s.group_id = api_group.id AND s.deleted_at IS NULL),
  kept_chats = (SELECT COUNT(*) FROM async_chat WHERE group_id = api_group.id),
  queued_chats = (SELECT COALESCE(SUM${queued("async_chat")}, 0) FROM async_chat WHERE group_id = api_group.id),
  stored_bytes =
    (SELECT COALESCE(SUM(bytes), 0) FROM async_chat WHERE group_id = api_group.id)
    + (SELECT COALESCE(SUM(r.bytes), 0) FROM skill_revision r JOIN skill s ON s.skill_id = r.skill_id
      WHERE s.group_id = api_group.id AND s.deleted_at IS NULL)`

/** Adds the columns, the sums and what keeps them. */
export const groupColumnsMigration = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const addColumn = (table: string) => (column: string) =>
    sql.unsafe(`ALTER TABLE ${table} ADD COLUMN ${column}`)
  yield* Effect.forEach(keyColumns, addColumn("api_key"))
  yield* Effect.forEach(groupColumns, addColumn("api_group"))
  yield* Effect.forEach(["skill_revision", "async_chat"], (table) =>
    addColumn(table)("bytes BIGINT NOT NULL DEFAULT 0")
  )
  yield* sql`UPDATE skill_revision
    SET bytes = (SELECT COALESCE(SUM(OCTET_LENGTH(content)), 0) FROM skill_file f
      WHERE f.revision = skill_revision.revision)`
  yield* sql`UPDATE async_chat SET bytes = OCTET_LENGTH(request) + COALESCE(OCTET_LENGTH(response), 0)`
  yield* sql.unsafe(initialSums)
  yield* Effect.forEach(triggers, (trigger, index) =>
    createTrigger({ ...trigger, name: `group_sum_${index}` })
  )
  // Counting active keys reads this index alone, however many were revoked or have expired.
  yield* sql`DROP INDEX api_key_active`
  yield* sql`CREATE INDEX api_key_active ON api_key (group_id, expires_at, pepper_version) WHERE revoked_at IS NULL`
  // For lists, and for the keys that a group made in the last minute.
  yield* sql`DROP INDEX api_key_group`
  yield* sql`CREATE INDEX api_key_group ON api_key (group_id, created_at, id)`
  yield* sql`CREATE INDEX api_key_order ON api_key (created_at, id)`
  yield* sql`CREATE TABLE group_spend (
    group_id TEXT NOT NULL REFERENCES api_group (id),
    month TEXT NOT NULL,
    operation TEXT NOT NULL,
    requests BIGINT NOT NULL,
    input_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    cost_usd DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (group_id, month, operation)
  )`
})
