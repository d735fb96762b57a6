// A decision server on a real socket, behind the whole server: answers, a caller who disconnects, a server that is gone.
import { kinds } from "@leadline/backends"
import { Decisions } from "@leadline/core/decisions"
import { layerTransport } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"
import { afterAll, assert, beforeAll, it } from "vitest"
import { startServer } from "../../src/index.ts"
import { listenOn } from "../../src/ports.ts"
import { replyAsSystemOne } from "../../src/fakes/decision-server/replies.ts"
import { useScope } from "../scope.ts"
import { post as posting } from "../server/support.ts"
import { questions } from "./decide.ts"

/** Requests that the decision server holds, and does not answer. */
const held: Array<IncomingMessage> = []
let holds = false

const upstream = createServer((request, response) => {
  void text(request).then((body) => {
    if (request.method === "GET") return response.writeHead(404).end()
    if (holds) return held.push(request)
    const reply = replyAsSystemOne("ollama", JSON.parse(body))
    return response
      .writeHead(reply.status, { "content-type": "application/json" })
      .end(JSON.stringify(reply.body))
  })
})

/** The service of the kind over undici. */
const layerDecisions = (url: string) =>
  Layer.effect(
    Decisions,
    Effect.gen(function* () {
      const kind = kinds.find(({ name }) => name === "system-one")
      const settings = { name: "local", kind: "system-one", url, server: "ollama", limits: { questions: 1 } }
      const made = yield* (
        kind?.make(settings, { search: { create: () => Effect.never } }) ?? Effect.die("no kind")
      )
      return made.services.decisions ?? (yield* Effect.die("no decisions"))
    })
  ).pipe(Layer.provide(layerTransport()))

const run = useScope()
let baseUrl = ""

beforeAll(async () => {
  const decisions = layerDecisions(`http://127.0.0.1:${await listenOn(upstream)}`)
  baseUrl = await run(startServer({ decisions }))
})
afterAll(() => upstream.closeAllConnections())

const post = (path: string, body: object, signal: AbortSignal | null = null) =>
  fetch(baseUrl + path, posting({ model: "decider-27b", ...body }, { signal }))

it("both dialects inward have the answers of the contract's own path", async () => {
  const own = await (await post("/v1/decisions", { state: "x", questions })).json()
  const systemOne = await (await post("/v1/systemone", { state: "x", questions })).json()
  assert.deepStrictEqual(systemOne.answers, own.answers)
  const predicate = { type: "predicate", instructions: questions.refund.instructions }
  const openai = await (await post("/openai/v1/decisions", { input: "x", questions: [predicate] })).json()
  assert.strictEqual(openai.answers[0].probability, own.answers.refund.noul)
  assert.strictEqual(own.usage.input_tokens, 30)
})

it.each([
  [1, 3],
  [40, 1]
])(
  "%d callers with %d calls each disconnect: all calls are closed before a later one begins",
  async (callers, each) => {
    holds = true
    held.length = 0
    const controller = new AbortController()
    const asked = { state: "x", questions: Object.fromEntries(Object.entries(questions).slice(0, each)) }
    const calls = Array.from({ length: callers }, () =>
      post("/v1/decisions", asked, controller.signal).catch(() => "aborted")
    )
    while (held.length < callers * each) await new Promise((resolve) => setImmediate(resolve))
    let open = held.length
    for (const { socket } of held) socket.once("close", () => open--)
    const openLater = once(upstream, "request").then(() => open)
    holds = false
    controller.abort()
    const later = await post("/v1/decisions", asked)
    assert.strictEqual(later.status, 200)
    assert.strictEqual(await openLater, 0)
    assert.deepStrictEqual(
      await Promise.all(calls),
      Array.from(calls, () => "aborted")
    )
  }
)

it("a decision server that is gone is 502", async () => {
  upstream.closeAllConnections()
  upstream.close()
  await once(upstream, "close")
  assert.strictEqual((await post("/v1/decisions", { state: "x", questions })).status, 502)
})
