// Conformance of API keys, skills and async chats in the SQL store, called directly and over HTTP.
import { AsyncChat } from "@leadline/core/async-chat"
import { Chat, make } from "@leadline/core/chat"
import { InternalServerError } from "@leadline/core/errors"
import * as Store from "@leadline/store-sql"
import {
  apiKeysCases,
  setupsOf,
  asyncChatCases,
  failingAsyncChatCases,
  apiKey,
  checkWire,
  overFetch,
  skillsCases,
  startInMemory,
  wireCases
} from "@leadline/lab"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { describe, it } from "vitest"
import { runCases } from "../support/conformance.ts"
import { newDatabase } from "../support/database.ts"
import { useScope } from "../support/scope.ts"

const tables = Layer.fresh(Layer.mergeAll(newDatabase, Store.layerPepper(Redacted.make("p".repeat(32)))))
const keys = Layer.mergeAll(
  Store.layerApiKeys({ creationsPerMinute: 100 }),
  Store.layerApiKeyVerifier,
  Layer.effectDiscard(Store.ensureKey({ bootstrap: apiKey }))
).pipe(Layer.provide(tables))

const chat = Layer.succeed(
  Chat,
  make({
    create: ({ messages, model }) =>
      messages[0]?.content === "please fail"
        ? Effect.fail(new InternalServerError({ message: "secret-cause" }))
        : Effect.succeed({
            id: "c1",
            model,
            created: 1_790_000_000,
            choices: [{ index: 0, message: { role: "assistant", content: "Yes." } }]
          }),
    stream: () => Effect.die("unused")
  })
)
const asyncChat = Layer.merge(
  Store.layerAsyncChat,
  // Silences the log lines of the failures that the tests provoke.
  Store.layerAsyncChatWorker({ poll: 5 }).pipe(Layer.provide([chat, Logger.layer([])]))
).pipe(Layer.provide(tables))

const skills = Layer.orDie(Store.layerSkills().pipe(Layer.provide(tables)))

runCases("keys", setupsOf("apiKeys")(keys), apiKeysCases)
runCases("async chat", setupsOf("asyncChat")(asyncChat), [...asyncChatCases, ...failingAsyncChatCases])
runCases("skills", setupsOf("skills")(skills), skillsCases)

/** The chats of the store on a clock that stands still at the time that the cases expect. */
const chatsOfThen = Layer.effect(
  AsyncChat,
  Effect.gen(function* () {
    const chats = yield* AsyncChat
    const now = 1_790_000_000_000
    const standing: Clock.Clock = Object.create(yield* Clock.Clock, {
      currentTimeMillis: { value: Effect.succeed(now) },
      currentTimeMillisUnsafe: { value: () => now }
    })
    const atThen = Effect.provideService(Clock.Clock, standing)
    return AsyncChat.of({
      ...chats,
      create: (request) => atThen(chats.create(request)),
      get: (request) => atThen(chats.get(request)),
      list: (request) => atThen(chats.list(request))
    })
  })
).pipe(Layer.provide(Store.layerAsyncChat), Layer.provide(tables), Layer.orDie)

/** Wire cases of keys, skills and async chats that not only fake services answer. */
const storedCases = wireCases.filter(
  ({ body, by, path = "", notInMemory }) =>
    /^\/(?:(?:generate|revoke)_auth_token$|v1\/skills|v1\/async\/|async\/)/.test(path) &&
    notInMemory === undefined &&
    (typeof body !== "object" || body instanceof Uint8Array) &&
    by !== "fake"
)

describe("keys, skills and async chats on the wire", () => {
  const run = useScope()
  const started = run(startInMemory({ asyncChat: chatsOfThen, keys: Layer.orDie(keys), skills }))

  it.each(storedCases)("$name", async (wire) => checkWire(wire, await overFetch(await started)(wire)))
})
