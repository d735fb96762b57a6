// Server spans: the request's, and beneath it the operation's.
import * as Client from "@leadline/core/client"
import { layerClient } from "@leadline/transport-node"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { recordingTracer, spanText } from "../../src/secrets/recordingTracer.ts"
import { everyOperation } from "../../src/secrets/everyOperation.ts"
import { canaryKey, canaryPrompt } from "../../src/faults/operations.ts"
import { apiKey, startServer } from "../../src/server/testServer.ts"
import { chat, post } from "../server/support.ts"

const traced = Effect.fnUntraced(function* () {
  const server = recordingTracer()
  return { baseUrl: yield* startServer({}, server.layer), spans: server.spans }
})

const parentOf = ({ parent }: Tracer.Span) => Option.getOrUndefined(parent)

/** What stands right beneath a request; stores make spans of their own. */
const operationsOf = (spans: ReadonlyArray<Tracer.NativeSpan>) =>
  spans.filter((span) => {
    const parent = parentOf(span)
    return parent?._tag === "Span" && parent.kind === "server"
  })

/** What OpenTelemetry calls the work of a resource, where it has a name. */
const kinds = new Map([
  ["Chat", "chat"],
  ["ContextualizedEmbeddings", "embeddings"],
  ["Embeddings", "embeddings"],
  ["Responses", "chat"]
])

/** A stream is asked for at the same address as a whole answer. */
const reported = (all: ReadonlyArray<Tracer.Span>) =>
  all.map(({ name, traceId }) => `${traceId} ${name.replace(/stream$/, "create")}`).toSorted()

it.effect(
  "beneath a request's span is one of its operation, named as the client names it, in its trace",
  () =>
    Effect.gen(function* () {
      const { baseUrl, spans } = yield* traced()
      const local = recordingTracer()
      const client = Client.promises(layerClient({ apiKey, baseUrl, maxRetries: 0 }), {
        layer: local.layer
      })
      // One after the other: the server bounds what one key may ask for at once.
      for (const call of Object.values(everyOperation)) {
        yield* Effect.promise(() => call(client).catch(() => undefined))
      }
      yield* Effect.promise(() => client.close())
      const called = local.spans.filter((span) => parentOf(span) === undefined)
      assert.sameMembers(
        called.map(({ name }) => name),
        Object.keys(everyOperation)
      )
      const served = operationsOf(spans)
      assert.deepEqual(reported(served), reported(called))
      for (const { attributes, name, status } of served) {
        // The server only stores an async chat; the engine that answers it later has a span of its own.
        const [resource = ""] = name.split(".")
        assert.strictEqual(attributes.get("gen_ai.operation.name"), kinds.get(resource), name)
        assert.strictEqual(status._tag, "Ended")
      }
      for (const span of spans) {
        // An exporter would write it as a text.
        assert.notInclude([...span.attributes.values()], undefined)
        for (const secret of [canaryPrompt, canaryKey, "Bearer"]) assert.notInclude(spanText(span), secret)
      }
    }).pipe(Effect.scoped)
)

it.effect("an alias is its operation; a broken request's span has failed; who is refused gets none", () =>
  Effect.gen(function* () {
    const { baseUrl, spans } = yield* traced()
    for (const [path, init] of [
      ["/v1/chat/completions", post(chat("High water", false))],
      ["/openai/v1/decisions", post("{")],
      ["/v1/decisions", post("{}", { headers: { authorization: "Bearer unknown" } })]
    ] as const)
      yield* Effect.promise(async () => (await fetch(baseUrl + path, init)).text())
    assert.deepEqual(
      operationsOf(spans).map(({ name, status }) => [name, status._tag === "Ended" && status.exit._tag]),
      [
        ["Chat.create", "Success"],
        ["Decisions.create", "Failure"]
      ]
    )
  }).pipe(Effect.scoped)
)
