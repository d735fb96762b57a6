// Conformance cases of async chat, for every store and every setup.
import { AsyncChat, type AsyncPage, type AsyncRecord, type CreateRequest } from "@leadline/core/async-chat"
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { layerFakeAsyncChat } from "../fakes/asyncChat.ts"
import { asyncChatWire } from "../wire/asyncChat.ts"
import {
  CheckFailed,
  type Conformance,
  type ConformanceCase,
  conformanceCase,
  expect,
  expectError,
  expectSame
} from "./ConformanceCase.ts"
import { fakeCasesOf, refusalsOf } from "./fromWire.ts"

const check = conformanceCase<AsyncChat>

const about = (content: string): CreateRequest["request"] => ({
  model: "sonar",
  messages: [{ role: "user", content }]
})

/** Characters that PostgreSQL cannot store, and what a store may write in their place. */
const [half, other] = [0xd800, 0xd801].map((unit) => String.fromCharCode(unit))
const strange = `a\0\\u0000${half}b\u{1f30a}\u{10ffff}000000\ufffd`

const create = (request: CreateRequest) => AsyncChat.use((chat) => chat.create(request))
const unchecked = (body: never) => AsyncChat.use((chat) => chat.create(body))
const get = (id: string) => AsyncChat.use((chat) => chat.get({ id }))

const fails = (
  name: string,
  tag: ApiError["_tag"],
  call: (chat: AsyncChat["Service"]) => Effect.Effect<unknown, ApiError>
): ConformanceCase<AsyncChat> => check(`${name} is ${tag}`, expectError(tag, AsyncChat.use(call)))

/** Polls until the request has ended, for ten seconds at most. */
const ended = (id: string, looks = 200): Effect.Effect<AsyncRecord, ApiError | CheckFailed, AsyncChat> =>
  Effect.gen(function* () {
    const record = yield* get(id)
    if (record.status === "COMPLETED" || record.status === "FAILED") return record
    if (looks === 0) return yield* new CheckFailed({ message: `it stays ${record.status}` })
    yield* Effect.sleep(50)
    return yield* ended(id, looks - 1)
  })

const cases: Conformance<AsyncChat>["cases"] = [
  check("a request is taken at once and answered later, its times in order", function* () {
    const made = yield* create({ request: about("Is it so?") })
    yield* expect(made.status === "CREATED" || made.status === "IN_PROGRESS", `it is ${made.status}`)
    yield* expect(made.response === undefined && made.completed_at === undefined, "answered at once")
    const record = yield* ended(made.id)
    yield* expect(record.status === "COMPLETED", `it is ${record.status}`)
    yield* expect(record.created_at === made.created_at && record.model === "sonar", "another record")
    yield* expect((record.started_at ?? 0) >= record.created_at, "started before it was made")
    yield* expect((record.completed_at ?? 0) >= (record.started_at ?? 0), "ended before it was started")
    yield* expect(record.error_message === undefined && record.failed_at === undefined, "failed too")
    yield* expect(typeof record.response?.choices[0]?.message.content === "string", "no answer")
  }),
  check("an idempotency key gives the first record again", function* () {
    const request = { request: about("Once?"), idempotency_key: "once" }
    const [one, two] = [yield* create(request), yield* create(request)]
    yield* expect(one.id === two.id, "two records")
  }),
  fails("an idempotency key used for another request", "ConflictError", (chat) =>
    Effect.andThen(
      chat.create({ request: about("This?"), idempotency_key: "other" }),
      chat.create({ request: about("That?"), idempotency_key: "other" })
    )
  ),
  check("a NUL and half a surrogate pair are kept, as every other character", function* () {
    const request = about(strange)
    const made = yield* Effect.forEach(["k", "k\0", `k${half}`, `k${other}`, strange], (idempotency_key) =>
      create({ request, idempotency_key })
    )
    yield* expect(new Set(made.map(({ id }) => id)).size === 5, "two keys are one")
    const last = yield* create({ request, idempotency_key: strange })
    yield* expect(last.id === made[4]?.id, "another record")
    const { status } = yield* ended(last.id)
    yield* expect(status === "COMPLETED", `it is ${status}`)
  }),
  check("the list is newest first, its pages meet, and a walk goes over all of them", function* () {
    const made = yield* Effect.forEach(["a", "b", "c", "d", "e"], (text) =>
      Effect.delay(create({ request: about(text) }), 5)
    )
    const entries: Array<AsyncPage["requests"][number]> = []
    let next_token: string | null | undefined = ""
    while (typeof next_token === "string" && entries.length < 1000) {
      const page: AsyncPage = yield* AsyncChat.use((chat) =>
        chat.list({ limit: 2, next_token: next_token ?? "" })
      )
      yield* expect(page.requests.length <= 2, "too many entries")
      entries.push(...page.requests)
      next_token = page.next_token
    }
    yield* expect(!entries.some((entry) => Object.hasOwn(entry, "response")), "an answer in the list")
    const ids = entries.map(({ id }) => id)
    const wanted = made.map(({ id }) => id).toReversed()
    yield* expectSame(ids.slice(0, 5), wanted)
    yield* expect(new Set(ids).size === ids.length, "an entry comes twice")
    const all = yield* AsyncChat.use((chat) => chat.listAll({ limit: 2 }))
    const walked = (yield* Stream.runCollect(Stream.take(all, 5))).map(({ id }) => id)
    yield* expectSame(walked, wanted)
  }),
  fails("an unknown id", "NotFoundError", (chat) => chat.get({ id: "00000000-0000-4000-8000-000000000000" })),
  fails("what is no id", "InvalidRequestError", (chat) => chat.get({ id: "a/../b" })),
  fails("a forged token", "InvalidRequestError", (chat) => chat.list({ next_token: "forged &é" })),
  ...refusalsOf(asyncChatWire, [unchecked])
]

/** Cases of implementations whose chat fails when the message says "please fail". */
export const failingAsyncChatCases: ReadonlyArray<ConformanceCase<AsyncChat>> = [
  check("a request that cannot be answered ends FAILED, with a reason and without an answer", function* () {
    const { error_message, failed_at, response, status } = yield* ended(
      (yield* create({ request: about("please fail") })).id
    )
    yield* expect(status === "FAILED", `it is ${status}`)
    yield* expect(typeof error_message === "string" && typeof failed_at === "number", "no reason")
    yield* expect(response === undefined, "an answer")
  })
]

export const asyncChat: Conformance<AsyncChat> = {
  fake: layerFakeAsyncChat,
  cases,
  ofFake: [...failingAsyncChatCases, ...fakeCasesOf(asyncChatWire, [unchecked])],
  wire: asyncChatWire
}
