// Queries of the tables `skill`, `skill_revision` and `skill_file`, which has a row for each piece of a file.
// Source: §2.6, §4.4, §4.5; Assumed: how skills are kept is not in the document.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { yieldFairly } from "@leadline/core/internal"
import { filePieceBytes } from "@leadline/core/skills"
import { type BigIntColumn, inGroup, limitTo, lockGroups } from "../database/dialect.ts"
import { essential } from "../database/DiskReserve.ts"
import type { Position } from "../crypto/pageToken.ts"

/** A skill in one of its revisions. Times are Unix milliseconds. */
export interface SkillRow {
  readonly skill_id: string
  readonly name: string
  readonly description: string
  readonly revision: string
  readonly created_at: number
  readonly updated_at: number
}

/** A revision without its file. Times are Unix milliseconds. */
export interface RevisionRow {
  readonly revision: string
  readonly name: string
  readonly created_at: number
}

/** A revision to insert. */
export interface NewRevision {
  readonly skill_id: string
  readonly revision: string
  readonly name: string
  readonly description: string
  readonly created_at: number
}

const columns = "s.skill_id, r.name, r.description, r.revision, s.created_at, s.updated_at"

/** At most `count` skills of a group after a position, newest first. */
export const page = Effect.fnUntraced(function* (group: string, after: Position | undefined, count: number) {
  const sql = yield* SqlClient.SqlClient
  const afterPosition =
    after === undefined ? sql`` : sql`AND (s.created_at, s.skill_id) < (${after.created_at}, ${after.id})`
  return yield* sql<SkillRow>`SELECT ${sql.literal(columns)}
    FROM skill s JOIN skill_revision r ON r.revision = s.revision
    WHERE s.group_id = ${group} AND s.deleted_at IS NULL ${afterPosition}
    ORDER BY s.created_at DESC, s.skill_id DESC ${limitTo(sql, count)}`
})

/** At most `count` revisions of a skill after a position, newest first. */
export const revisionPage = Effect.fnUntraced(function* (
  skill_id: string,
  after: Position | undefined,
  count: number
) {
  const sql = yield* SqlClient.SqlClient
  const afterPosition =
    after === undefined ? sql`` : sql`AND (created_at, revision) < (${after.created_at}, ${after.id})`
  return yield* sql<RevisionRow>`SELECT revision, name, created_at FROM skill_revision
    WHERE skill_id = ${skill_id} ${afterPosition}
    ORDER BY created_at DESC, revision DESC ${limitTo(sql, count)}`
})

/** A skill of a group in the given revision, by default the active one. */
export const find = Effect.fnUntraced(function* (group: string, skill_id: string, revision?: string) {
  const sql = yield* SqlClient.SqlClient
  const chosen = revision === undefined ? sql`r.revision = s.revision` : sql`r.revision = ${revision}`
  const [row] = yield* sql<SkillRow>`SELECT ${sql.literal(columns)}
    FROM skill s JOIN skill_revision r ON r.skill_id = s.skill_id
    WHERE s.group_id = ${group} AND s.deleted_at IS NULL AND s.skill_id = ${skill_id} AND ${chosen}`
  return row
})

const insertRevision = Effect.fnUntraced(function* (row: NewRevision, content: Uint8Array) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO skill_revision ${sql.insert({ ...row, bytes: content.length })}`
  // At least one piece, as a file of no bytes is one, too.
  for (let piece = 0; piece === 0 || piece * filePieceBytes < content.length; piece++) {
    const at = piece * filePieceBytes
    const bytes = content.subarray(at, at + filePieceBytes)
    yield* sql`INSERT INTO skill_file ${sql.insert({ revision: row.revision, piece, content: bytes })}`
    yield* yieldFairly
  }
})

/** Inserts a skill with its first revision. Call it inside a transaction. */
export const insert = Effect.fnUntraced(function* (group: string, row: NewRevision, content: Uint8Array) {
  const sql = yield* SqlClient.SqlClient
  const { created_at, revision, skill_id } = row
  yield* sql`INSERT INTO skill ${sql.insert({
    skill_id,
    group_id: group,
    revision,
    created_at,
    updated_at: created_at
  })}`
  yield* insertRevision(row, content)
})

/** Inserts a revision and makes it the active one. Call it inside a transaction. */
export const addRevision = Effect.fnUntraced(function* (row: NewRevision, content: Uint8Array) {
  const sql = yield* SqlClient.SqlClient
  yield* insertRevision(row, content)
  yield* sql`UPDATE skill SET revision = ${row.revision}, updated_at = ${row.created_at}
    WHERE skill_id = ${row.skill_id}`
})

/** Deletes a skill with all revisions and files, whose rows {@link purge} removes. */
export const remove = Effect.fnUntraced(function* (skill_id: string) {
  const sql = yield* SqlClient.SqlClient
  const deleted_at = yield* Clock.currentTimeMillis
  yield* sql`UPDATE skill SET deleted_at = ${deleted_at} WHERE skill_id = ${skill_id}`
})

/** Limits of one step of a purge. */
const step = { revisions: 200, pieces: 32 }

/** Removes some pieces of a revision, at its end; then the revision. Gives how many pieces there were, at most. */
const purgeRevision = Effect.fnUntraced(function* (revision: string, most: number) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly last: number | null }>`SELECT MAX(piece) AS last FROM skill_file
    WHERE revision = ${revision}`
  const count = (row?.last ?? -1) + 1
  yield* sql`DELETE FROM skill_file WHERE revision = ${revision} AND piece >= ${count - most}`
  if (count <= most) yield* sql`DELETE FROM skill_revision WHERE revision = ${revision}`
  return count
})

/**
 * Removes some revisions of a deleted skill, about 8 MiB, or a skill without revisions; false if there is none. Call it
 * inside a transaction. Default: any skill.
 */
export const purgeSome = Effect.fnUntraced(function* (skill_id?: string) {
  const sql = yield* SqlClient.SqlClient
  const chosen = skill_id === undefined ? sql`` : sql`AND skill_id = ${skill_id}`
  const [skill] = yield* sql<{
    readonly skill_id: string
    readonly group_id: string
  }>`SELECT skill_id, group_id FROM skill WHERE deleted_at IS NOT NULL ${chosen} LIMIT 1`
  if (skill === undefined) return false
  yield* lockGroups([skill.group_id])
  const revisions = yield* sql<{ readonly revision: string }>`SELECT revision FROM skill_revision
    WHERE skill_id = ${skill.skill_id} ORDER BY created_at, revision ${limitTo(sql, step.revisions)}`
  let left = step.pieces
  for (const { revision } of revisions) {
    if (left <= 0) return true
    left -= yield* purgeRevision(revision, left)
  }
  if (left >= 0 && revisions.length < step.revisions) {
    yield* sql`DELETE FROM skill WHERE skill_id = ${skill.skill_id}`
  }
  return true
})

const untilDone = <E, R>(purging: Effect.Effect<boolean, E, R>) =>
  Effect.gen(function* () {
    while (yield* essential(purging)) yield* Effect.sleep(0)
  })

/** Removes a deleted skill of a group, in steps that do not hold up others. */
export const purge = (group: string, skill_id: string) => untilDone(inGroup(group)(purgeSome(skill_id)))

/** Removes all deleted skills, in the same steps. */
export const purgeAll = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  untilDone(sql.withTransaction(purgeSome()))
)

/** Group and bytes of the file of a revision of any group. */
export const file = Effect.fnUntraced(function* (revision: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly group_id: string; readonly size: BigIntColumn }>`
    SELECT s.group_id, SUM(LENGTH(f.content)) AS size
    FROM skill_file f
    JOIN skill_revision r ON r.revision = f.revision
    JOIN skill s ON s.skill_id = r.skill_id
    WHERE f.revision = ${revision} AND s.deleted_at IS NULL GROUP BY s.group_id`
  return row && { group: row.group_id, size: Number(row.size) }
})

/** A piece of the file of a revision; undefined behind the last. */
export const piece = Effect.fnUntraced(function* (revision: string, index: number) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly content: Uint8Array }>`SELECT content FROM skill_file
    WHERE revision = ${revision} AND piece = ${index}`
  return row?.content
})
