// Conformance of API keys and async chats in the SQL store, called directly and over HTTP.
import { Chat, make } from "@leadline/core/chat"
import { InternalServerError } from "@leadline/core/errors"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import {
  apiKeysCases,
  apiKeysSetups,
  asyncChatCases,
  asyncChatSetups,
  failingAsyncChatCases,
  apiKey
} from "@leadline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { afterAll, assert, describe, it } from "vitest"

const tables = Layer.fresh(
  Layer.mergeAll(Sqlite.layer({ filename: ":memory:" }), Store.layerPepper(Redacted.make("p".repeat(32))))
)
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

describe.each(apiKeysSetups(keys))("keys: %s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each(apiKeysCases)("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})

describe.each(asyncChatSetups(asyncChat))("async chat: %s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each([...asyncChatCases, ...failingAsyncChatCases])("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
