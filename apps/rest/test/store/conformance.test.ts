// Conformance of the resources in the SQL store, called directly and over HTTP.
import { ApiKeys } from "@leadline/core/api-keys"
import { AsyncChat } from "@leadline/core/async-chat"
import { Chat, make } from "@leadline/core/chat"
import { InternalServerError } from "@leadline/core/errors"
import { type ResourceName, type Resources, resources } from "@leadline/core/resources"
import * as Store from "@leadline/store-sql"
import { apiKey, type Conformance, conformance, failingAsyncChatCases, setupsOf } from "@leadline/lab"
import { runCases } from "@leadline/lab/run-cases"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import { newDatabase } from "../support/database.ts"

const tables = Layer.fresh(Layer.mergeAll(newDatabase, Store.layerPepper(Redacted.make("p".repeat(32)))))
const keys = Layer.mergeAll(
  Store.layerApiKeys({ creationsPerMinute: 100 }),
  Store.layerApiKeyVerifier,
  Layer.effectDiscard(Store.ensureKey({ bootstrap: apiKey }))
).pipe(Layer.provide(tables))

const choices = [{ index: 0, message: { role: "assistant", content: "Yes." } }]
const chat = Layer.succeed(
  Chat,
  make({
    create: ({ messages, model }) =>
      messages[0]?.content === "please fail"
        ? Effect.fail(new InternalServerError({ message: "" }))
        : Effect.succeed({ id: "c1", model, created: 1_790_000_000, choices }),
    stream: () => Effect.die("unused")
  })
)
const asyncChat = Layer.merge(
  Store.layerAsyncChat,
  // Silences the log lines of the failures that the tests provoke.
  Store.layerAsyncChatWorker({ poll: 5 }).pipe(Layer.provide([chat, Logger.layer([])]))
).pipe(Layer.provide(tables))

const stored = Struct.keys(resources).filter((name) => /store|queue/.test(resources[name].work.by))

type AnyService = Resources[ResourceName]["service"]["Identifier"]

const own: { readonly [R in ResourceName]?: Layer.Layer<never, unknown> } = { apiKeys: keys, asyncChat }

/** The resources that need no more than their defaults. */
const others = Layer.effectContext(
  Effect.map(Layer.build(Store.layerResources), Context.omit(ApiKeys, AsyncChat))
).pipe(Layer.provide(tables), Layer.orDie)

for (const name of stored) {
  const { cases }: Pick<Conformance<AnyService>, "cases"> = conformance[name]
  const failing = name === "asyncChat" ? failingAsyncChatCases : []
  const layer = (own[name] ?? others) as Layer.Layer<AnyService, unknown>
  runCases(name, setupsOf<ResourceName>(name)(layer), [...cases, ...failing])
}
