// The Skills service over the tables, and the files behind its download URLs.
// Source: §2.6, §4.4, §4.5; Assumed: ours for all these leave open.
import { ConflictError, NotFoundError } from "@leadline/core/errors"
import * as Core from "@leadline/core/skills"
import { pageLimits } from "@leadline/core/schema"
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { Pepper } from "../crypto/Pepper.ts"
import * as PageToken from "../crypto/pageToken.ts"
import { essential } from "../database/DiskReserve.ts"
import { inGroup, storeTime } from "../database/dialect.ts"
import { makeToUnavailable } from "../database/failures.ts"
import { fromStored, toStored } from "../database/storedText.ts"
import { DefaultQuotas, exceededBy } from "../groups/quotas.ts"
import { currentCaller } from "../keys/currentCaller.ts"
import * as KeyQueries from "../keys/queries.ts"
import * as Download from "./downloadUrl.ts"
import * as SkillQueries from "./queries.ts"

/** Options of {@link layerSkills}. */
export interface SkillsOptions {
  /** Skills of key groups without a quota of their own; creating one more fails with a ConflictError. Default 1,000. */
  readonly skillsPerGroup?: number | undefined
}

const group = Effect.map(currentCaller, (caller) => caller.group)

const unknown = () => new NotFoundError({ message: "No skill or revision has this id." })

const conflict = () =>
  new ConflictError({
    message: "expected_revision: another revision is active now. Read the skill again."
  })

const toIsoString = (time: number) => new Date(time).toISOString()

const summaryOf = ({ created_at, name, revision, skill_id, updated_at }: SkillQueries.SkillRow) => ({
  skill_id,
  name,
  revision,
  created_at: toIsoString(created_at),
  updated_at: toIsoString(updated_at)
})

const skillOf = (row: SkillQueries.SkillRow) => ({
  ...summaryOf(row),
  description: fromStored(row.description)
})

const make = Effect.fnUntraced(function* (options: SkillsOptions) {
  const sql = yield* SqlClient.SqlClient
  const pepper = yield* Pepper
  const random = yield* SecureRandom.SecureRandom
  const defaults = yield* DefaultQuotas
  const quotas = { ...defaults, skills: options.skillsPerGroup ?? defaults.skills }

  const orUnavailable = yield* makeToUnavailable("skill")

  /** Runs queries on this store; an SQL error becomes an UnavailableError. */
  const query = <A, E>(effect: Effect.Effect<A, E | SqlError.SqlError, SqlClient.SqlClient>) =>
    orUnavailable(Effect.provideService(effect, SqlClient.SqlClient, sql))

  /** A page of rows and, if more follow, the token of the next page. */
  const paged = <Row extends { readonly created_at: number }>(
    route: string,
    request: Core.SkillsRequest,
    rowsAfter: (
      after: PageToken.Position | undefined,
      count: number
    ) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError, SqlClient.SqlClient>,
    idOf: (row: Row) => string
  ) =>
    Effect.flatMap(group, (owner) =>
      PageToken.readPage(
        pepper,
        { route, group: owner, maxAge: Core.pageTokenAge, invalidToken: PageToken.invalidPageToken },
        { limit: request.limit ?? pageLimits.fallback, token: request.page_token },
        (after, count) => query(rowsAfter(after, count)),
        idOf
      )
    )

  const find = Effect.fnUntraced(function* (skill_id: string, revision?: string) {
    const row = yield* SkillQueries.find(yield* group, skill_id, revision && toStored(revision))
    return row ?? (yield* unknown())
  })

  const findActive = (skill_id: string, expected_revision: string) =>
    Effect.filterOrFail(find(skill_id), ({ revision }) => revision === expected_revision, conflict)

  const checkQuotas = Effect.fnUntraced(function* (
    owner: string,
    adding: { readonly [name in "skills" | "revisions" | "stored_bytes"]?: number }
  ) {
    const exceeded = yield* Effect.provideService(exceededBy(owner, adding), DefaultQuotas, quotas)
    if (exceeded !== undefined) {
      return yield* new ConflictError({ message: `${exceeded.text}. Deleting skills gives room at once.` })
    }
  })

  const newRevision = Effect.fnUntraced(function* (skill_id: string, file: Uint8Array, after = 0) {
    const { description, name } = yield* Core.readBundle(file)
    const now = yield* Clock.currentTimeMillis
    return {
      skill_id,
      revision: `rev_${yield* random.uuidV7()}`,
      name,
      description: toStored(description),
      created_at: Math.max(now, after)
    }
  })

  /**
   * Removes the rows of a deleted skill before its call returns, even if the caller leaves: creating and deleting in a
   * loop cannot fill the disk. After a failure the maintenance goes on with it.
   */
  const purge = (owner: string, skill_id: string) =>
    SkillQueries.purge(owner, skill_id).pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.catchCause((cause) => Effect.logError("A deleted skill could not be removed yet", cause))
    )

  const skills = Core.make({
    list: (request) =>
      Effect.flatMap(group, (owner) =>
        Effect.map(
          paged(
            "skills",
            request,
            (after, count) => SkillQueries.page(owner, after, count),
            ({ skill_id }) => skill_id
          ),
          ({ next, rows }) => ({
            skills: rows.map(summaryOf),
            ...(next !== undefined && { next_page_token: next })
          })
        )
      ),
    listRevisions: Effect.fnUntraced(function* ({ skill_id, ...request }) {
      yield* query(find(skill_id))
      const { next, rows } = yield* paged(
        `revisions/${skill_id}`,
        request,
        (after, count) => SkillQueries.revisionPage(skill_id, after, count),
        (row) => row.revision
      )
      const revisions = rows.map((row) => ({
        revision: row.revision,
        name: row.name,
        created_at: toIsoString(row.created_at)
      }))
      return { revisions, ...(next !== undefined && { next_page_token: next }) }
    }),
    create: Effect.fnUntraced(function* ({ file }) {
      const owner = yield* group
      const hasRoom = checkQuotas(owner, { skills: 1, revisions: 1, stored_bytes: file.length })
      // Checked before reading the bundle, which takes longer, and again in the transaction.
      yield* query(hasRoom)
      const row = yield* newRevision(`skill_${yield* random.uuidV7()}`, file)
      yield* query(inGroup(owner)(Effect.andThen(hasRoom, SkillQueries.insert(owner, row, file))))
      return skillOf({ ...row, updated_at: row.created_at })
    }),
    get: (request) => Effect.map(query(find(request.skill_id, request.revision)), skillOf),
    update: Effect.fnUntraced(function* ({ expected_revision, file, skill_id }) {
      const owner = yield* group
      const active = Effect.tap(findActive(skill_id, expected_revision), () =>
        checkQuotas(owner, { revisions: 1, stored_bytes: file.length })
      )
      // As in `create`.
      const { updated_at } = yield* query(active)
      const row = yield* newRevision(skill_id, file, updated_at)
      const { created_at } = yield* query(
        inGroup(owner)(Effect.tap(active, () => SkillQueries.addRevision(row, file)))
      )
      return skillOf({ ...row, created_at, updated_at: row.created_at })
    }),
    delete: Effect.fnUntraced(function* ({ expected_revision, skill_id }) {
      const remove = Effect.andThen(findActive(skill_id, expected_revision), SkillQueries.remove(skill_id))
      const owner = yield* group
      yield* query(essential(inGroup(owner)(remove))).pipe(
        Effect.andThen(purge(owner, skill_id)),
        Effect.uninterruptible
      )
    }),
    download: Effect.fnUntraced(function* (request) {
      const row = yield* query(find(request.skill_id, request.revision))
      // Another node may serve it, whose clock differs.
      const until = (yield* query(storeTime)) + Core.downloadAge
      const { key } = yield* currentCaller
      const url = Download.pathOf(pepper, row.revision, until, key)
      return { url, expires_at: toIsoString(until) }
    })
  })

  const open = Effect.fnUntraced(function* (token: string) {
    const found = Download.read(pepper, token)
    if (found === undefined || (yield* query(storeTime)) >= found.until) return yield* Core.gone()
    const file = yield* query(SkillQueries.file(found.revision))
    if (file === undefined) return yield* Core.gone()
    const now = yield* Clock.currentTimeMillis
    const isWithdrawn = Effect.provideService(
      KeyQueries.isWithdrawn(file.group, found.key, now),
      Pepper,
      pepper
    )
    if (yield* query(isWithdrawn)) return yield* Core.gone()
    return { ...file, piece: (index: number) => query(SkillQueries.piece(found.revision, index)) }
  })

  return { skills, files: { open } }
})

/**
 * {@link Core.Skills} over the tables, and the files behind their download URLs. A change is on disk when its call
 * returns; a killed process leaves it complete or not at all. Unknown ids and ids of other groups are NotFoundErrors.
 */
export const layerSkills = (
  options: SkillsOptions = {}
): Layer.Layer<Core.Skills, never, SqlClient.SqlClient | Pepper> =>
  Layer.unwrap(
    Effect.map(make(options), ({ files, skills }) =>
      Layer.merge(Layer.succeed(Core.Skills, skills), Layer.succeed(Core.SkillFiles, files))
    )
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
