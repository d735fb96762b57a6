// Conformance of the resources in the SQL store, called directly and over HTTP.
import { ApiKeys } from "@leadline/core/api-keys"
import { AsyncChat } from "@leadline/core/async-chat"
import { Chat, make } from "@leadline/core/chat"
import { InternalServerError } from "@leadline/core/errors"
import { operationsOf, type ResourceName, type Resources, resources } from "@leadline/core/resources"
import * as Store from "@leadline/store-sql"
import {
  apiKey,
  checkWire,
  type Conformance,
  conformance,
  failingAsyncChatCases,
  overFetch,
  setupsOf,
  startInMemory,
  wireCases
} from "@leadline/lab"
import { runCases } from "@leadline/lab/run-cases"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import { describe, it } from "vitest"
import { newDatabase } from "../support/database.ts"
import { useScope } from "../support/scope.ts"

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

/** Those whose answers do not depend on the time. */
const onWire = stored.filter((name) => name !== "asyncChat")

/** Their paths, to the first id. */
const paths = onWire.flatMap((name) =>
  operationsOf(resources[name]).flatMap(({ aliases = {}, path }) =>
    [path, ...Object.values(aliases)].map((each) => each.replace(/\/:.*/, ""))
  )
)

/** Their wire cases that not only fake services answer. */
const storedCases = wireCases.filter(
  ({ body, by, notInMemory, path = "" }) =>
    paths.some((start) => path.startsWith(start)) &&
    notInMemory === undefined &&
    (typeof body !== "object" || body instanceof Uint8Array) &&
    by !== "fake"
)

describe("stored resources on the wire", () => {
  const run = useScope()
  const inStore = Object.fromEntries(onWire.flatMap((name) => (name in own ? [] : [[name, others]])))
  const started = run(startInMemory({ ...inStore, keys: Layer.orDie(keys) }))

  it.each(storedCases)("$name", async (wire) => checkWire(wire, await overFetch(await started)(wire)))
})
