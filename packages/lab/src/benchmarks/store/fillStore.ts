// Fills a store with rows as the store writes them, by SQL and not by its services: a million takes a minute or two.
import * as Store from "@leadline/store-sql"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The group of half of all rows. The others have 1,000 rows each of every kind. */
export const largeGroup = "large"
const groupSize = 1_000

/** Rows of one statement. */
const batch = 50_000

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

/** Where rows go, and what they are for each `i` of a range. */
interface Insert {
  readonly into: string
  readonly select: string
}

interface Kinds {
  /** SQL for 32 random digits. */
  readonly random: string
  readonly bytes: "BLOB" | "BYTEA"
  /** Unix milliseconds. */
  readonly from: number
  /** Of the pepper. */
  readonly version: string
  /** The id of the key that async chats were created with. */
  readonly key: string
}

const insertsOf = ({
  bytes,
  from,
  key,
  random,
  version
}: Kinds): { readonly [kind: string]: ReadonlyArray<Insert> } => ({
  keys: [
    {
      into: "api_key (id, group_id, name, mac, pepper_version, created_at, row_mac)",
      select: `SUBSTR('${letters}', 1 + i % 62, 1) || SUBSTR(${random}, 1, 9), ${group}, 'key ' || i, ${random} || ${random}, '${version}',
        ${from} + i, ${random} || ${random}`
    }
  ],
  skills: [
    {
      into: "skill (skill_id, group_id, revision, created_at, updated_at)",
      select: `'skill_' || ${digits}, ${group}, 'rev_' || ${digits}, ${from} + i, ${from} + i`
    },
    {
      into: "skill_revision (revision, skill_id, name, description, created_at, bytes)",
      select: `'rev_' || ${digits}, 'skill_' || ${digits}, 'skill-' || i, 'Reads tables.', ${from} + i, 64`
    },
    {
      into: "skill_file (revision, piece, content)",
      select: `'rev_' || ${digits}, 0, CAST(${random} || ${random} AS ${bytes})`
    }
  ],
  "async chats": [
    {
      into: `async_chat (id, group_id, key_id, model, status, request, request_hash, created_at, completed_at,
        response, starts, bytes)`,
      select: `${random}, ${group}, '${key}', 'sonar', ${unlessAnswered("'CREATED'", "'COMPLETED'")},
        ${request}, '', ${from} + i, ${unlessAnswered("NULL", `${from} + i`)},
        ${unlessAnswered("NULL", response)}, ${unlessAnswered("0", "1")}, 100`
    }
  ]
})

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

/** What a fill tells while it works. */
export type Progress = (what: string, rows: number) => void

/**
 * Adds `rows` keys, skills and async chats each, half of them to one group; half of the chats wait for a worker. Gives
 * `known` keys more, which can be checked: the text of the others is not known.
 */
export const fill = Effect.fnUntraced(function* (rows: number, known: number, progress: Progress = () => {}) {
  const sql = yield* SqlClient.SqlClient
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const random = isPostgres ? "MD5(RANDOM()::TEXT)" : "LOWER(HEX(RANDOMBLOB(16)))"
  yield* Store.createGroup(largeGroup)
  yield* Store.setGroup(largeGroup, quotas)
  for (let id = 0; id <= rows / (2 * groupSize); id++) yield* Store.createGroup(`group-${id}`)
  const keys = yield* Effect.replicateEffect(Store.createKey({ group: largeGroup }), known)
  const [first] = keys
  const { versions } = yield* Store.Pepper
  // Of the last six days: async chats are deleted after seven.
  const from = (yield* Clock.currentTimeMillis) - 6 * 86_400_000
  const kinds = insertsOf({
    random,
    bytes: isPostgres ? "BYTEA" : "BLOB",
    from,
    version: versions[0] ?? "",
    key: first?.id ?? ""
  })
  // Sums of groups are set at the end: on PostgreSQL the triggers would make a version of one row for each row.
  const inBulk = isPostgres
    ? sql`SET LOCAL session_replication_role = replica`.pipe(
        Effect.andThen(sql`SET LOCAL statement_timeout = 0`)
      )
    : Effect.void
  const run = (text: string) => sql.withTransaction(Effect.andThen(inBulk, sql.unsafe(text)))
  for (const [kind, inserts] of Object.entries(kinds)) {
    for (let at = 0; at < rows; at += batch) {
      const last = Math.min(rows, at + batch) - 1
      const n = `WITH RECURSIVE n(i) AS (SELECT ${at} UNION ALL SELECT i + 1 FROM n WHERE i < ${last})`
      for (const { into, select } of inserts) {
        yield* run(`INSERT INTO ${into} ${n} SELECT ${select} FROM n WHERE true ON CONFLICT DO NOTHING`)
      }
      progress(kind, last + 1)
    }
  }
  yield* run(auditEvents(random))
  if (isPostgres) {
    yield* run(sums)
    yield* sql`ANALYZE`
  }
  return keys
})
