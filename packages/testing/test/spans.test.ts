// What a traced server shows: the span of the request, and beneath it the one of its operation.
import * as Client from "@leadline/core/client"
import { layerClient } from "@leadline/transport-node"
import { layerServer } from "@leadline/transport-node/server"
import { assert, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"
import { key, layerServices } from "../src/servers.ts"

const canary = "canary-prompt-4e0d"

const collecting = () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  return { spans, layer: Layer.succeed(Tracer.Tracer, tracer) }
}

const traced = Effect.fnUntraced(function* () {
  const server = collecting()
  const context = yield* Layer.build(
    layerServer({ port: 0 }).pipe(Layer.provide(layerServices()), Layer.provide(server.layer))
  )
  const baseUrl = HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
  return { baseUrl, spans: server.spans }
})

const parentOf = ({ parent }: Tracer.Span) => Option.getOrUndefined(parent)

/** What stands right beneath a request; stores make spans of their own. */
const operationsOf = (spans: ReadonlyArray<Tracer.NativeSpan>) =>
  spans.filter((span) => {
    const parent = parentOf(span)
    return parent?._tag === "Span" && parent.kind === "server"
  })

const told = (all: ReadonlyArray<Tracer.Span>) =>
  all.map(({ name, traceId }) => `${traceId} ${name}`).toSorted()

const chat = { model: "sonar", messages: [{ role: "user", content: canary }] } as const
const file = new Uint8Array([0x50, 0x4b])

/** Every operation once; what is answered does not matter here. */
const calls: ReadonlyArray<(client: Client.Client) => PromiseLike<unknown>> = [
  ({ apiKeys }) => apiKeys.generate({ token_name: canary }),
  ({ apiKeys }) => apiKeys.revoke({ auth_token: canary }),
  ({ asyncChat }) => asyncChat.create({ request: chat }),
  ({ asyncChat }) => asyncChat.get({ id: canary }),
  ({ asyncChat }) => asyncChat.list(),
  (client) => client.chat.create(chat),
  ({ decisions }) =>
    decisions.create({
      model: "decider-27b",
      state: canary,
      questions: { a: { type: "noul", instructions: canary } }
    }),
  ({ embeddings }) => embeddings.create({ model: "svc-embed-context-v1-0.6b", input: [[canary]] }),
  ({ embeddings }) => embeddings.createPlain({ model: "svc-embed-v1-0.6b", input: canary }),
  ({ models }) => models.list(),
  ({ responses }) => responses.create({ input: canary }),
  ({ search }) => search.create({ query: canary }),
  ({ skills }) => skills.list(),
  ({ skills }) => skills.create({ file }),
  ({ skills }) => skills.listRevisions({ skill_id: "s1" }),
  ({ skills }) => skills.get({ skill_id: "s1" }),
  ({ skills }) => skills.update({ skill_id: "s1", expected_revision: "r1", file }),
  ({ skills }) => skills.delete({ skill_id: "s1", expected_revision: "r1" }),
  ({ skills }) => skills.download({ skill_id: "s1" })
]

it.effect(
  "beneath a request's span is one of its operation, named as the client names it, in its trace",
  () =>
    Effect.gen(function* () {
      const { baseUrl, spans } = yield* traced()
      const local = collecting()
      const client = Client.promises(layerClient({ apiKey: key, baseUrl, maxRetries: 0 }), {
        layer: local.layer
      })
      yield* Effect.promise(() => Promise.allSettled(calls.map((call) => call(client))))
      yield* Effect.promise(() => client.close())
      const called = local.spans.filter((span) => parentOf(span) === undefined)
      assert.strictEqual(called.length, calls.length)
      assert.deepEqual(told(operationsOf(spans)), told(called))
      for (const { status } of operationsOf(spans)) assert.strictEqual(status._tag, "Ended")
      const shown = inspect(
        spans.map(({ attributes, name }) => [name, attributes]),
        { depth: 10 }
      )
      assert.notInclude(shown, "Bearer")
    }).pipe(Effect.scoped)
)

it.effect(
  "an alias is its operation; who is refused gets no span of one, and a broken request's span has failed",
  () =>
    Effect.gen(function* () {
      const { baseUrl, spans } = yield* traced()
      const post = (path: string, body: string, authorization = "Bearer ll-test-key-0123456789abcdef") =>
        Effect.promise(() =>
          fetch(`${baseUrl}${path}`, { method: "POST", headers: { authorization }, body }).then((response) =>
            response.text()
          )
        )
      yield* post("/v1/chat/completions", JSON.stringify(chat))
      yield* post("/v1/systemone", "{")
      yield* post("/v1/decisions", "{}", "Bearer nobody")
      const operations = operationsOf(spans)
      assert.deepEqual(
        operations.map(({ name }) => name),
        ["Chat.create", "Decisions.create"]
      )
      assert.deepEqual(
        operations.map(({ status }) => status._tag === "Ended" && status.exit._tag),
        ["Success", "Failure"]
      )
    }).pipe(Effect.scoped)
)
