// Fills a store with rows as the store writes them, by SQL and not by its services.
import * as Store from "@leadline/store-sql"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The group of half of all rows. The others have 1,000 rows each of every kind. */
export const largeGroup = "large"
const groupSize = 1_000

const quotas = {
  max_keys: 10_000_000,
  max_skills: 10_000_000,
  max_revisions: 10_000_000,
  max_queued_chats: 10_000_000,
  max_kept_chats: 10_000_000,
  max_stored_bytes: 1e12
}

/** The group of row `i`. */
const group = `CASE WHEN i % 2 = 0 THEN '${largeGroup}' ELSE 'group-' || (i / ${2 * groupSize}) END`

/** What ids of keys begin with, all alike often: a database plans by how many follow an id. */
const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Digits that sort as the numbers do. */
const digits = "CAST(1000000000000 + i AS TEXT)"

/** Of each group, every other async chat is answered. */
const unlessAnswered = (waiting: string, answered: string) =>
  `CASE WHEN i / 2 % 2 = 0 THEN ${waiting} ELSE ${answered} END`

const request = `'{"model":"sonar","messages":[{"role":"user","content":"Question ' || i || ': what is new?"}]}'`
const response = `'{"id":"c","model":"sonar","created":1,"object":"chat.completion","choices":[]}'`

/** An audit event for each key without one. Their numbers are negative, as the log goes on behind its sealed end. */
const auditEvents = (random: string) => `INSERT INTO audit_event
    (seq, at, action, object_type, object_id, outcome, previous_hash, hash)
  SELECT -ROW_NUMBER() OVER (ORDER BY id), created_at, 'key.create', 'api_key', id, 'ok',
    ${random} || ${random}, ${random} || ${random}
  FROM api_key WHERE name LIKE 'key %'`

const sums = `UPDATE api_group SET
  skills = (SELECT COUNT(*) FROM skill WHERE group_id = api_group.id),
  revisions = (SELECT COUNT(*) FROM skill WHERE group_id = api_group.id),
  kept_chats = (SELECT COUNT(*) FROM async_chat WHERE group_id = api_group.id),
  queued_chats = (SELECT COUNT(*) FROM async_chat WHERE group_id = api_group.id AND status = 'CREATED'),
  stored_bytes = 164 * (SELECT COUNT(*) FROM skill WHERE group_id = api_group.id)`

/**
 * Adds `rows` keys, skills and async chats each, half of them to one group; half of the chats wait for a worker. Gives
 * one more key, which can be checked: the text of the others is not known.
 */
export const fill = Effect.fnUntraced(function* (rows: number) {
  const sql = yield* SqlClient.SqlClient
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const random = isPostgres ? "MD5(RANDOM()::TEXT)" : "LOWER(HEX(RANDOMBLOB(16)))"
  yield* Store.createGroup(largeGroup)
  yield* Store.setGroup(largeGroup, quotas)
  for (let id = 0; id <= rows / (2 * groupSize); id++) yield* Store.createGroup(`group-${id}`)
  const key = yield* Store.createKey({ group: largeGroup })
  const { versions } = yield* Store.Pepper
  // Of the last six days: async chats are deleted after seven.
  const at = `${(yield* Clock.currentTimeMillis) - 6 * 86_400_000} + i`
  // Sums of groups are set at the end: on PostgreSQL the triggers would make a version of one row for each row.
  const inBulk = isPostgres ? Effect.asVoid(sql`SET LOCAL session_replication_role = replica`) : Effect.void
  const run = (text: string) => sql.withTransaction(Effect.andThen(inBulk, sql.unsafe(text)))
  const insert = (into: string, select: string) =>
    run(`INSERT INTO ${into} WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows - 1})
      SELECT ${select} FROM n WHERE true ON CONFLICT DO NOTHING`)
  yield* insert(
    "api_key (id, group_id, name, mac, pepper_version, created_at, row_mac)",
    `SUBSTR('${letters}', 1 + i % 62, 1) || SUBSTR(${random}, 1, 9), ${group}, 'key ' || i, ${random} || ${random},
      '${versions[0]}', ${at}, ${random} || ${random}`
  )
  yield* insert(
    "skill (skill_id, group_id, revision, created_at, updated_at)",
    `'skill_' || ${digits}, ${group}, 'rev_' || ${digits}, ${at}, ${at}`
  )
  yield* insert(
    "skill_revision (revision, skill_id, name, description, created_at, bytes)",
    `'rev_' || ${digits}, 'skill_' || ${digits}, 'skill-' || i, 'Reads tables.', ${at}, 64`
  )
  yield* insert(
    "skill_file (revision, piece, content)",
    `'rev_' || ${digits}, 0, CAST(${random} || ${random} AS ${isPostgres ? "BYTEA" : "BLOB"})`
  )
  yield* insert(
    `async_chat (id, group_id, key_id, model, status, request, request_hash, created_at, completed_at, response, starts,
      bytes)`,
    `${random}, ${group}, '${key.id}', 'sonar', ${unlessAnswered("'CREATED'", "'COMPLETED'")}, ${request}, '', ${at},
      ${unlessAnswered("NULL", at)}, ${unlessAnswered("NULL", response)}, ${unlessAnswered("0", "1")}, 100`
  )
  yield* run(auditEvents(random))
  if (isPostgres) {
    yield* run(sums)
    yield* sql`ANALYZE`
  }
  return key
})
