// The AsyncChat service over the tables: stores requests and returns their results. A worker answers them.
// Source: §2.12, §4.11; create and get are Assumed: OAS, idempotency and paging Assumed: ours.
import { AsyncChat, type CreateRequest, make, page } from "@leadline/core/async-chat"
import {
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  UnavailableError
} from "@leadline/core/errors"
import { runCooperatively, stringifyInSteps } from "@leadline/core/internal"
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as PageToken from "../crypto/pageToken.ts"
import { Pepper } from "../crypto/Pepper.ts"
import { type BigIntColumn, inGroup } from "../database/dialect.ts"
import { makeToUnavailable } from "../database/failures.ts"
import { fromStored, toStored } from "../database/storedText.ts"
import { DefaultQuotas, type Exceeded, exceededBy } from "../groups/quotas.ts"
import { currentCaller, type CurrentCaller } from "../keys/currentCaller.ts"
import { hashOf } from "./requestHash.ts"
import * as RequestParts from "./requestParts.ts"
import * as Queries from "./queries.ts"

const tokenMessage = "Expected the next_token of a page of this list, at most a day old"

const invalidToken = () =>
  new InvalidRequestError({
    message: `next_token: ${tokenMessage}`,
    issues: [{ path: ["next_token"], message: tokenMessage, code: "value_error", in: "query" }]
  })

const toSeconds = (time: BigIntColumn) => Math.floor(Number(time) / 1000)

const toSummary = (row: Queries.SummaryRow) => ({
  id: row.id,
  created_at: toSeconds(row.created_at),
  model: fromStored(row.model),
  status: row.status,
  ...(row.started_at === null ? {} : { started_at: toSeconds(row.started_at) }),
  ...(row.completed_at === null ? {} : { completed_at: toSeconds(row.completed_at) }),
  ...(row.failed_at === null ? {} : { failed_at: toSeconds(row.failed_at) })
})

const toRecord = (row: Queries.RecordRow) => ({
  ...toSummary(row),
  ...(row.response === null ? {} : { response: JSON.parse(row.response) as unknown }),
  ...(row.error_message === null ? {} : { error_message: fromStored(row.error_message) })
})

const notFound = () =>
  new NotFoundError({ message: "No async chat has this id, or it is older than 7 days." })

const tooLate = () =>
  new UnavailableError({ message: "The request could not be stored in time.", retryAfter: 1_000 })

/** A queue has room soon. What is stored is deleted by age, which no caller should wait for. */
const full = ({ name, text }: Exceeded) =>
  name === "queued_chats"
    ? new RateLimitError({ message: `${text}. Wait until some are answered.`, retryAfter: 10_000 })
    : new RateLimitError({
        message: `${text}. Each is deleted 7 days after it was created; the operator can delete some now.`,
        retryAfter: 3_600_000
      })

/** What is stored of a request. Made before the transaction, with pauses: a large one takes long. */
const prepare = Effect.fnUntraced(function* ({ idempotency_key = null, request }: CreateRequest) {
  // It is compared with that of another request of the same idempotency key, and never else.
  const request_hash = idempotency_key === null ? "" : yield* hashOf(request)
  let bytes = 0
  const pieces = yield* runCooperatively(
    stringifyInSteps(request, (piece) => {
      bytes += Buffer.byteLength(piece)
      return piece
    })
  )
  const parts = RequestParts.partsOf(pieces)
  const text = parts.length === 0 ? pieces.join("") : ""
  const row = {
    idempotency_key: idempotency_key === null ? null : toStored(idempotency_key),
    model: toStored(request.model)
  }
  return { parts, row: { ...row, request: text, request_hash, bytes } }
})

type Prepared = Effect.Success<ReturnType<typeof prepare>>

/** The stored request of an idempotency key; undefined: there is none. Fails for another request. */
const findKnown = Effect.fnUntraced(function* (
  { idempotency_key, request_hash }: Prepared["row"],
  { group }: CurrentCaller
) {
  if (idempotency_key === null) return undefined
  yield* Queries.freeIdempotencyKey(group, idempotency_key)
  const known = yield* Queries.find(group, "idempotency_key", idempotency_key)
  if (known !== undefined && known.request_hash !== request_hash) {
    return yield* new ConflictError({ message: "The idempotency key was used for another request." })
  }
  return known
})

/**
 * Adds a request, or finds that of its idempotency key. With an owner, who has its parts to write. The record is read in
 * the transaction: a moment later a worker may have answered it.
 */
const add = Effect.fnUntraced(function* (row: Prepared["row"], caller: CurrentCaller, owner: string | null) {
  const known = yield* findKnown(row, caller)
  if (known !== undefined) return { id: known.id, record: known, isNew: false }
  const id = yield* (yield* SecureRandom.SecureRandom).uuidV4()
  const adding = { queued_chats: 1, kept_chats: 1, stored_bytes: row.bytes }
  const exceeded = yield* exceededBy(caller.group, adding)
  if (exceeded !== undefined) return yield* full(exceeded)
  yield* Queries.insert({ ...row, id, group_id: caller.group, key_id: caller.key ?? null, owner })
  return { id, record: yield* Queries.find(caller.group, "id", id), isNew: true }
})

/** Adds a request whose parts are written to the queue, unless another with its idempotency key was faster. */
const enqueue = Effect.fnUntraced(function* (
  row: Prepared["row"],
  caller: CurrentCaller,
  id: string,
  owner: string
) {
  const known = yield* findKnown(row, caller)
  if (known !== undefined) yield* Queries.abandon(id, owner)
  else if (!(yield* Queries.enqueue(id, owner, row.idempotency_key))) return yield* tooLate()
  return known ?? (yield* Queries.find(caller.group, "id", id))
})

const create = Effect.fnUntraced(function* (request: CreateRequest) {
  const caller = yield* currentCaller
  const inOwnGroup = inGroup(caller.group)
  const { parts, row: prepared } = yield* prepare(request)
  const owner = parts.length === 0 ? null : yield* (yield* SecureRandom.SecureRandom).uuidV4()
  const added = yield* inOwnGroup(add(prepared, caller, owner))
  // Outside the transaction, during which no other query runs.
  const row =
    owner === null || !added.isNew
      ? added.record
      : yield* RequestParts.insert(added.id, parts).pipe(
          Effect.andThen(inOwnGroup(enqueue(prepared, caller, added.id, owner))),
          Effect.onError(() => Effect.ignore(inOwnGroup(Queries.abandon(added.id, owner))))
        )
  return row === undefined ? yield* notFound() : toRecord(row)
})

/**
 * {@link AsyncChat} over the tables. A request is on disk when its call returns. Requests are visible to their group
 * only, for 7 days, and are answered by a worker on the same database. A failing store is an UnavailableError.
 */
export const layerAsyncChat: Layer.Layer<AsyncChat, never, SqlClient.SqlClient | Pepper> = Layer.fresh(
  Layer.effect(
    AsyncChat,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pepper = yield* Pepper
      const services = Context.make(SqlClient.SqlClient, sql).pipe(
        Context.add(DefaultQuotas, yield* DefaultQuotas),
        Context.add(SecureRandom.SecureRandom, yield* SecureRandom.SecureRandom)
      )
      const orUnavailable = yield* makeToUnavailable("request")
      return make({
        create: (request) => create(request).pipe(orUnavailable, Effect.provideContext(services)),
        get: ({ id }) =>
          Effect.flatMap(currentCaller, ({ group }) => Queries.find(group, "id", id)).pipe(
            Effect.flatMap((row) => (row === undefined ? notFound() : Effect.succeed(toRecord(row)))),
            orUnavailable,
            Effect.provideContext(services)
          ),
        list: ({ limit = page.fallback, next_token }) =>
          Effect.gen(function* () {
            const { group } = yield* currentCaller
            const pages = { route: "async_chat", group, maxAge: page.tokenAge, invalidToken }
            const { next = null, rows } = yield* PageToken.readPage(
              pepper,
              pages,
              { limit, token: next_token },
              (after, count) => Queries.list(group, count, after),
              ({ id }) => id
            )
            return { requests: rows.map(toSummary), next_token: next }
          }).pipe(orUnavailable, Effect.provideContext(services))
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
)
