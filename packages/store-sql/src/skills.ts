// Skills in tables: the service over SQL, and the files behind the addresses it gives.
// Source: §2.6, §4.4, §4.5; Assumed: ours for all these leave open.
import { Caller } from "@leadline/core/authorization"
import { ConflictError, NotFoundError, UnavailableError } from "@leadline/core/errors"
import * as Core from "@leadline/core/skills"
import { pageLimits } from "@leadline/core/schema"
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"
import * as Crypto from "./crypto.ts"
import * as Download from "./download.ts"
import { defaultGroup } from "./migrations.ts"
import * as PageToken from "./pageToken.ts"
import { Pepper } from "./pepper.ts"
import * as SkillTable from "./skillTable.ts"

/** How skills are kept. */
export interface SkillsOptions {
  /** Skills of one key group; one more is a ConflictError. Default 1,000. */
  readonly skillsPerGroup?: number | undefined
  /** The origin of download addresses, as `https://api.example.com`. Default: that of the request. */
  readonly publicUrl?: string | undefined
}

/** Without a caller, as in a program that uses the service directly, it is the default group. */
const group = Effect.map(
  Effect.serviceOption(Caller),
  Option.match({ onNone: () => defaultGroup, onSome: (caller) => caller.group })
)

const unknown = new NotFoundError({ message: "No such skill, or no such revision of it." })

const moved = new ConflictError({
  message: "expected_revision: another revision is active by now. Read the skill again."
})

const dated = (time: number) => new Date(time).toISOString()

const summaryOf = ({ created_at, name, revision, skill_id, updated_at }: SkillTable.SkillRow) => ({
  skill_id,
  name,
  revision,
  created_at: dated(created_at),
  updated_at: dated(updated_at)
})

const skillOf = (row: SkillTable.SkillRow) => ({ ...summaryOf(row), description: row.description })

const make = Effect.fnUntraced(function* (options: SkillsOptions) {
  const sql = yield* SqlClient.SqlClient
  const pepper = yield* Pepper
  const random = yield* SecureRandom.SecureRandom
  const limit = options.skillsPerGroup ?? Core.skillsPerGroup

  /** Over this store's tables; a failing store is an UnavailableError, its words are for the log. */
  const stored = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    effect.pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.catchIf(
        (error: E): error is E & SqlError.SqlError => SqlError.isSqlError(error),
        (error) =>
          Effect.andThen(
            Effect.logError(`The skill store failed: ${error.message}`),
            new UnavailableError({ message: "The skill store does not answer." })
          )
      )
    )

  /** A page and, when there is more, the token of the next one. */
  const paged = Effect.fnUntraced(function* <Row extends { readonly created_at: number }>(
    route: string,
    request: Core.SkillsRequest,
    rowsAfter: (
      after: PageToken.Position | undefined,
      count: number
    ) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError, SqlClient.SqlClient>,
    idOf: (row: Row) => string
  ) {
    const list = { route, group: yield* group, maxAge: Core.pageTokenAge }
    const size = request.limit ?? pageLimits.fallback
    const after = yield* PageToken.read(pepper, list, request.page_token)
    const found = yield* stored(rowsAfter(after, size + 1))
    const rows = found.slice(0, size)
    const last = found.length > size ? rows.at(-1) : undefined
    if (last === undefined) return { rows, further: {} }
    const position = { created_at: last.created_at, id: idOf(last) }
    return { rows, further: { next_page_token: yield* PageToken.make(pepper, list, position) } }
  })

  const find = Effect.fnUntraced(function* (skill_id: string, revision?: string) {
    const row = yield* SkillTable.find(yield* group, skill_id, revision)
    return row ?? (yield* unknown)
  })

  const expect = (skill_id: string, expected_revision: string) =>
    Effect.filterOrFail(
      find(skill_id),
      ({ revision }) => revision === expected_revision,
      () => moved
    )

  const revision = Effect.fnUntraced(function* (skill_id: string, file: Uint8Array, after = 0) {
    const { description, name } = yield* Core.readBundle(file)
    const now = yield* Clock.currentTimeMillis
    return {
      skill_id,
      revision: `rev_${yield* random.uuidV7()}`,
      name,
      description,
      created_at: Math.max(now, after)
    }
  })

  const skills = Core.make({
    list: (request) =>
      Effect.flatMap(group, (owner) =>
        Effect.map(
          paged(
            "skills",
            request,
            (after, count) => SkillTable.page(owner, after, count),
            ({ skill_id }) => skill_id
          ),
          ({ further, rows }) => ({ skills: rows.map(summaryOf), ...further })
        )
      ),
    listRevisions: Effect.fnUntraced(function* ({ skill_id, ...request }) {
      yield* stored(find(skill_id))
      const { further, rows } = yield* paged(
        `revisions/${skill_id}`,
        request,
        (after, count) => SkillTable.revisionPage(skill_id, after, count),
        (row) => row.revision
      )
      const revisions = rows.map((row) => ({
        revision: row.revision,
        name: row.name,
        created_at: dated(row.created_at)
      }))
      return { revisions, ...further }
    }),
    create: Effect.fnUntraced(function* ({ file }) {
      const owner = yield* group
      const row = yield* revision(`skill_${yield* random.uuidV7()}`, file)
      const add = Effect.gen(function* () {
        if ((yield* SkillTable.count(owner)) >= limit) {
          return yield* new ConflictError({ message: `There are ${limit} skills: delete one first.` })
        }
        yield* SkillTable.insert(owner, row, file)
      })
      yield* stored(sql.withTransaction(add))
      return skillOf({ ...row, updated_at: row.created_at })
    }),
    get: (request) => Effect.map(stored(find(request.skill_id, request.revision)), skillOf),
    update: Effect.fnUntraced(function* ({ expected_revision, file, skill_id }) {
      // Looked at before the bundle, which takes longer, and again where it is written.
      const { updated_at } = yield* stored(expect(skill_id, expected_revision))
      const row = yield* revision(skill_id, file, updated_at)
      const { created_at } = yield* stored(
        sql.withTransaction(
          Effect.tap(expect(skill_id, expected_revision), () => SkillTable.revise(row, file))
        )
      )
      return skillOf({ ...row, created_at, updated_at: row.created_at })
    }),
    delete: ({ expected_revision, skill_id }) =>
      stored(
        sql.withTransaction(Effect.andThen(expect(skill_id, expected_revision), SkillTable.remove(skill_id)))
      ),
    download: Effect.fnUntraced(function* (request) {
      const row = yield* stored(find(request.skill_id, request.revision))
      const until = (yield* Clock.currentTimeMillis) + Core.downloadAge
      const path = yield* Download.pathOf(pepper, row.revision, until)
      return { url: `${options.publicUrl ?? ""}${path}`, expires_at: dated(until) }
    })
  })

  const open = Effect.fnUntraced(function* (token: string) {
    const found = yield* Download.read(pepper, token, yield* Clock.currentTimeMillis)
    const file = found === undefined ? undefined : yield* stored(SkillTable.file(found))
    return file ?? (yield* Core.gone)
  })

  return { skills, files: { open } }
})

/**
 * Skills in the tables, and the files behind their download addresses. What a call returned is on disk; a
 * killed process leaves a change whole or not at all. Unknown and foreign ids are NotFoundErrors alike.
 */
export const layerSkills = (
  options: SkillsOptions = {}
): Layer.Layer<Core.Skills, never, SqlClient.SqlClient | Pepper> =>
  Layer.unwrap(
    Effect.map(make(options), ({ files, skills }) =>
      Layer.merge(Layer.succeed(Core.Skills, skills), Layer.succeed(Core.SkillFiles, files))
    )
  ).pipe(Layer.provide(Crypto.layer))
