// A store of the benchmark, and what is measured on it: each operation as its service does it, and no quicker way.
import { AsyncChat } from "@leadline/core/async-chat"
import { ApiKeyVerifier, Caller } from "@leadline/core/authentication"
import { Chat, make } from "@leadline/core/chat"
import type { ApiError } from "@leadline/core/errors"
import { Skills } from "@leadline/core/skills"
import * as Store from "@leadline/store-sql"
import * as Postgres from "@leadline/store-sql/postgres"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as SqlClient from "effect/sql/SqlClient"
import { bundle } from "../../fakes/skills.ts"
import { spread } from "../../tables.ts"
import { largeGroup } from "./fillStore.ts"

/** A file of SQLite, or the URL of a PostgreSQL. */
export type Place = { readonly filename: string } | { readonly url: string }

/** Tables and pepper of a store. */
export const layerTables = (place: Place) =>
  Layer.merge(
    "url" in place
      ? Postgres.layer({ url: Redacted.make(place.url) })
      : Sqlite.layer({ filename: place.filename }),
    Store.layerPepper(Redacted.make("p".repeat(32)))
  )

/** All services of a store, without a worker. */
export const layerStore = (place: Place) =>
  Layer.mergeAll(Store.layerApiKeyVerifier, Store.layerAsyncChat, Store.layerSkills()).pipe(
    Layer.provideMerge(layerTables(place))
  )

const pageSize = 100

/** The token of the page behind so many rows. */
const tokenAt = Effect.fnUntraced(function* <E, R>(
  rows: number,
  next: (token: string | undefined) => Effect.Effect<string | null | undefined, E, R>
) {
  let token: string | undefined
  for (let at = 0; at < rows; at += pageSize) token = (yield* next(token)) ?? token
  return token
})

const skillPage = (page_token: string | undefined) =>
  Skills.use((skills) =>
    skills.list({ limit: pageSize, ...(page_token === undefined ? {} : { page_token }) })
  )

const chatPage = (next_token: string | undefined) =>
  AsyncChat.use((chat) => chat.list({ limit: pageSize, ...(next_token === undefined ? {} : { next_token }) }))

const message = { role: "assistant", content: "Nothing." } as const
const answer = {
  id: "c",
  model: "sonar",
  created: 1,
  object: "chat.completion",
  choices: [{ index: 0, finish_reason: "stop", message }]
} as const

/** Milliseconds for each of `count` async chats that a worker claims, answers at once, and finishes. */
const work = (count: number) =>
  Effect.gen(function* () {
    const ended = yield* Deferred.make<number>()
    // The first ones pass while the worker counts its queue.
    const warmUp = 20
    let [calls, began] = [0, 0]
    const create = Effect.suspend(() => {
      if (calls++ === warmUp) began = performance.now()
      if (calls <= warmUp + count) return Effect.succeed(answer)
      return Effect.andThen(Deferred.succeed(ended, performance.now() - began), Effect.never)
    })
    const chat = Layer.succeed(Chat, make({ create: () => create, stream: () => Effect.die("unused") }))
    const worker = Layer.fresh(Store.layerAsyncChatWorker({ concurrency: 1 }).pipe(Layer.provide(chat)))
    const took = yield* Effect.provide(Deferred.await(ended), worker)
    return took / count
  })

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const began = performance.now()
    yield* effect
    return performance.now() - began
  })

/** The median of so many runs. */
const medianOf = <E, R>(count: number, effect: Effect.Effect<number, E, R>) =>
  Effect.map(Effect.replicateEffect(effect, count), (times) => spread(times).median)

/** The names of the operations, in the order of {@link makeOperations}. */
export const names = [
  "key check, not cached",
  "first page of async chats",
  "page in the middle",
  "first page of skills",
  "page in the middle of skills",
  "async chat claimed and finished",
  "async chat created",
  "skill created",
  "key created",
  "latest 100 keys"
] as const

/** An operation, which gives its milliseconds. */
type Operation = Effect.Effect<
  number,
  ApiError | Store.StoreError,
  ApiKeyVerifier | AsyncChat | Skills | Store.Pepper | SqlClient.SqlClient
>

/** Makes the operations of a filled store; each gives the median of its runs in milliseconds. */
export const makeOperations = Effect.fnUntraced(function* (
  keys: ReadonlyArray<Store.CreatedKey>,
  rows: number,
  runs: number
) {
  const asCaller = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, Caller, { group: largeGroup, key: keys[0]?.id ?? "" })
  const file = yield* bundle("tides")
  const half = Math.floor(rows / 4)
  const chatToken = yield* tokenAt(half, (token) =>
    Effect.map(chatPage(token), (page) => page.next_token)
  ).pipe(asCaller)
  const skillToken = yield* tokenAt(half, (token) =>
    Effect.map(skillPage(token), (page) => page.next_page_token)
  ).pipe(asCaller)
  let turn = 0
  /** Another key each time, so that it is not found in the cache. */
  const check = Effect.suspend(() =>
    ApiKeyVerifier.use(({ verify }) => verify(keys[turn++ % keys.length]?.key ?? Redacted.make("")))
  )
  const createChat = AsyncChat.use((chat) =>
    chat.create({ request: { model: "sonar", messages: [{ role: "user", content: "What is new?" }] } })
  )
  const createSkill = Skills.use((skills) => skills.create({ file }))
  const operations: ReadonlyArray<Operation> = [
    medianOf(runs, timed(check)),
    medianOf(runs, timed(chatPage(undefined))),
    medianOf(runs, timed(chatPage(chatToken))),
    medianOf(runs, timed(skillPage(undefined))),
    medianOf(runs, timed(skillPage(skillToken))),
    work(runs),
    medianOf(runs, timed(createChat)),
    medianOf(runs, timed(createSkill)),
    medianOf(runs, timed(Store.createKey({ group: largeGroup }))),
    medianOf(runs, timed(Store.listKeys({ last: pageSize })))
  ]
  return operations.map(asCaller)
})
