// Layers inside each other: each holds what was provided to it. Effect shares layers by reference, so that a constant
// which depends on a key, a host or a store must be built for each provision.
import * as Authentication from "@leadline/core/authentication"
import { Decisions } from "@leadline/core/decisions"
import { layerCatalog } from "@leadline/core/models"
import { respond, mockClient } from "@leadline/core/testing"
import { Transport } from "@leadline/core/transport"
import * as Upstream from "@leadline/backends"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as NodeClient from "@leadline/transport-node"
import * as FetchClient from "@leadline/transport-fetch"
import { layerServer, ServerAddress } from "@leadline/transport-node/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { serveHttp } from "../src/ports.ts"
import { layerServices } from "../src/server/testServer.ts"

const root = join(import.meta.dirname, "../../..")

const decided = {
  model: "decider-27b",
  answers: { urgent: { type: "noul", noul: 0.75 } },
  usage: { input_tokens: 3, output_tokens: 0 }
} as const

const ask = Decisions.use((decisions) =>
  decisions.create({
    model: "decider-27b",
    state: "the state",
    questions: { urgent: { type: "noul", instructions: "Is it urgent?" } }
  })
)

/** Runs an effect over the inner layer, inside the outer one. */
const nested = <A, E, R>(effect: Effect.Effect<A, E, R>, inner: Layer.Layer<R>, outer: Layer.Layer<R>) =>
  Effect.runPromise(
    Effect.scoped(Effect.provide(Effect.andThen(Effect.void, Effect.provide(effect, inner)), outer))
  )

const folders: Array<string> = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A server that notes the keys of its requests. */
const startHost = async () => {
  const keys: Array<string | undefined> = []
  const { close, url } = await serveHttp((request, response) => {
    keys.push(request.headers.authorization)
    request.resume()
    response.end(JSON.stringify(decided))
  })
  return { keys, baseUrl: url, close }
}

const upstream = (apiKey: string) => {
  const { requests, transport } = mockClient([respond.decisions.create(decided)])
  const layer = Upstream.layerResource("decisions").pipe(
    Layer.provide(Upstream.layerBackend({ baseUrl: "http://upstream.test", apiKey: Redacted.make(apiKey) })),
    Layer.provide(Layer.succeed(Transport, transport))
  )
  return { layer, requests }
}

const store = () => {
  const folder = mkdtempSync(join(tmpdir(), "leadline-layers-"))
  folders.push(folder)
  return Layer.orDie(
    Store.layerApiKeyVerifier.pipe(
      Layer.provideMerge(
        Layer.merge(
          Sqlite.layer({ filename: join(folder, "store.db") }),
          Store.layerPepperFile({ directory: folder })
        )
      )
    )
  )
}

const isValid = ({ key }: Store.CreatedKey) =>
  Effect.map(
    Effect.exit(Authentication.ApiKeyVerifier.use((keys) => keys.verify(key))),
    ({ _tag }) => _tag === "Success"
  )

const server = (id: string) =>
  layerServer({ port: 0 }).pipe(
    Layer.provide(
      layerServices({ models: layerCatalog([{ id, inputPrice: 1, outputPrice: 1, cachedPrice: 1 }]) })
    ),
    Layer.orDie
  )

describe("a layer inside another of its kind", () => {
  it.each([
    ["transport-node", NodeClient.layerClient],
    ["transport-fetch", FetchClient.layerClient]
  ] as const)("clients of %s ask their own hosts with their own keys", async (_, layerClient) => {
    const [a, b] = [await startHost(), await startHost()]
    const outer = layerClient({ baseUrl: a.baseUrl, apiKey: "key-a" })
    const inner = layerClient({ baseUrl: b.baseUrl, apiKey: "key-b" })
    await nested(ask, inner, outer)
    const runtime = ManagedRuntime.make(outer)
    await runtime.runPromise(ask)
    await runtime.runPromise(Effect.provide(ask, inner))
    await runtime.dispose()
    assert.deepEqual(a.keys, ["Bearer key-a"])
    assert.deepEqual(b.keys, ["Bearer key-b", "Bearer key-b"])
    await Promise.all([a.close(), b.close()])
  })

  it("upstream engines ask their own servers", async () => {
    const [a, b] = [upstream("key-a"), upstream("key-b")]
    await nested(ask, b.layer, a.layer)
    assert.lengthOf(b.requests, 1)
    assert.lengthOf(a.requests, 0)
  })

  it("stores check keys against their own tables", async () => {
    const program = Effect.flatMap(Store.createKey(), (outer) =>
      Effect.provide(
        Effect.flatMap(Store.createKey(), (inner) => Effect.all([isValid(inner), isValid(outer)])),
        store()
      )
    )
    assert.deepEqual(await Effect.runPromise(Effect.provide(program, store())), [true, false])
  })

  it("servers answer from their own services", async () => {
    const ids = Effect.flatMap(ServerAddress, ({ url }) =>
      Effect.promise(async () => {
        const { data } = (await (await fetch(new URL("/v1/models", url))).json()) as {
          data: Array<{ id: string }>
        }
        return data.map(({ id }) => id)
      })
    )
    const both = Effect.flatMap(ids, (outer) =>
      Effect.map(Effect.provide(ids, server("b")), (inner) => [outer, inner])
    )
    assert.deepEqual(await Effect.runPromise(Effect.provide(both, server("a"))), [["a"], ["b"]])
  })
})

/** Constants that depend on nothing an option changes, and are heavy or stateless: shared on purpose. */
const shared = new Set([
  "core/src/server/lifecycle/Shutdown.ts layer",
  "engine-embedded/src/vectors/dataFile.ts layerSharedWordVectors",
  "engine-embedded/src/vectors/dataFile.ts layerSharedLexicon",
  "engine-embedded/src/structured-output/SchemaPool.ts layerSchemaPool",
  "engine-embedded/src/decisions/index.ts layerDecisions",
  "engine-embedded/src/embeddings/index.ts layerEmbeddings",
  "engine-embedded/src/embeddings/index.ts layerContextualizedEmbeddings"
])

const isFunction = /^(?:<[^=]*>\s*)?(?:async\s*)?\(/
const isBuiltEachTime = /^(?:Layer\.(?:fresh|fromBuild|succeed)|clientLayer|streamingClientLayer|resource)\b/

/** Constants of a module that are layers: by name or by type. */
const constants = function* (source: string) {
  const declared =
    /^(?:export )?const (\w+)(: Layer\.Layer<[^;]*?>|: Resource<\w+>)? =\s+(?:\/\/.*\n\s+)?(?=(\S[^\n]*))/gm
  for (const [, name = "", type, value = ""] of source.matchAll(declared)) {
    const isLayer = type !== undefined || name.startsWith("layer") || value.startsWith("Layer.")
    if (isLayer && !isFunction.test(value)) yield { name, value }
  }
}

describe("a constant that is a layer", () => {
  const files = globSync("packages/{core,engine-*,store-*,transport-*}/src/**/*.ts", { cwd: root })

  it("is built for each provision, or shares nothing that an option changes", () => {
    const found = files.flatMap((file) =>
      [...constants(readFileSync(join(root, file), "utf8"))].map(({ name, value }) => ({
        id: `${file.replace(/^packages\//, "")} ${name}`,
        value
      }))
    )
    assert.isAbove(found.length, 20)
    assert.deepEqual(
      found.filter(({ id, value }) => !isBuiltEachTime.test(value) && !shared.has(id)),
      []
    )
    const ids = new Set(found.map(({ id }) => id))
    assert.deepEqual(
      [...shared].filter((id) => !ids.has(id)),
      []
    )
  })
})
