// Client spans through Effect's OTLP exporter, to a collector that works, fails, hangs or is absent.
import { createClient } from "@leadline/transport-node"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import type { RequestListener } from "node:http"
import { assert, describe, it } from "vitest"
import { serveHttp } from "../../src/ports.ts"

const key = "canary-key-6d10"
const prompt = "canary-prompt-1c8f"

const question = {
  model: "decider-27b",
  state: prompt,
  questions: { urgent: { type: "noul", instructions: prompt } }
} as const
const chat = { model: "sonar", messages: [{ role: "user", content: prompt }] } as const
const decided = {
  model: "decider-27b",
  answers: { urgent: { type: "noul", noul: 0.75 } },
  usage: { input_tokens: 3, output_tokens: 0 }
}
const chunk = {
  id: "c1",
  model: "sonar",
  created: 1_790_000_000,
  usage: {
    prompt_tokens: 6,
    completion_tokens: 2,
    total_tokens: 8,
    cost: { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0 }
  }
}
const chunks = [
  {
    ...chunk,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta: { role: "assistant", content: prompt } }]
  },
  {
    ...chunk,
    object: "chat.completion.done",
    choices: [
      {
        index: 0,
        finish_reason: "stop",
        delta: { role: "assistant", content: "" },
        message: { role: "assistant", content: prompt }
      }
    ]
  }
]

const listening = async (answer: RequestListener) => {
  const { close, url } = await serveHttp(answer)
  return { url, [Symbol.asyncDispose]: close }
}

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}
interface Span {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: ReadonlyArray<Attribute>
}
interface Traces {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Span> }>
  }>
}

/** A collector that keeps what it is given. */
const collecting = async () => {
  const bodies: Array<string> = []
  const server = await listening(async (request, response) => {
    let body = ""
    for await (const part of request.setEncoding("utf8")) body += part
    bodies.push(body)
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  })
  const spans = () =>
    bodies.flatMap((body) => {
      const { resourceSpans }: Traces = JSON.parse(body)
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    })
  return { ...server, bodies, spans }
}

/** The first request of each path meets 429, all others an answer. */
const serving = async () => {
  const seen = new Set<string>()
  const traces: Array<string | undefined> = []
  const server = await listening((request, response) => {
    traces.push(request.headers["traceparent"]?.toString())
    const path = request.url ?? ""
    request.resume()
    if (!seen.has(path)) {
      seen.add(path)
      response.writeHead(429, { "retry-after-ms": "1" }).end()
    } else if (path === "/v1/decisions") {
      response.writeHead(200, { "x-request-id": "r-1" }).end(JSON.stringify(decided))
    } else {
      response.writeHead(200, { "content-type": "text/event-stream" })
      for (const event of chunks) response.write(`data: ${JSON.stringify(event)}\n\n`)
      response.end("data: [DONE]\n\n")
    }
  })
  return { ...server, traces }
}

const tracingTo = (url: string) =>
  OtlpTracer.layer({ url: `${url}/v1/traces`, exportInterval: 20, resource: { serviceName: "a-test" } }).pipe(
    Layer.provide([FetchHttpClient.layer, OtlpSerialization.layerJson])
  )

const reported = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key: name, value }) => [name, value.stringValue ?? value.intValue]))

describe("an exporter of OTLP", () => {
  it("gets each call and each attempt by name, with what they used and the count of resends", async () => {
    await using service = await serving()
    await using collector = await collecting()
    const client = createClient({ apiKey: key, baseUrl: service.url, layer: tracingTo(collector.url) })
    await client.decisions.create(question)
    for await (const event of client.chat.stream(chat)) assert.isObject(event)
    await client.close()

    const spans = collector.spans()
    const [decision] = spans.filter(({ name }) => name === "Decisions.create")
    const [stream] = spans.filter(({ name }) => name === "Chat.stream")
    assert.isDefined(decision)
    assert.isDefined(stream)
    assert.deepInclude(reported(decision), {
      "gen_ai.request.model": "decider-27b",
      "gen_ai.response.model": "decider-27b",
      "gen_ai.usage.input_tokens": 3,
      "leadline.request_id": "r-1",
      "leadline.attempts": 2
    })
    assert.deepInclude(reported(stream), {
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "sonar",
      "gen_ai.response.id": "c1",
      "gen_ai.usage.output_tokens": 2
    })
    for (const call of [decision, stream]) {
      const attempts = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId)
      assert.deepEqual(
        attempts.map((span) => [
          span.name,
          span.kind,
          reported(span)["http.response.status_code"],
          reported(span)["http.request.resend_count"]
        ]),
        [
          ["POST", 3, 429, undefined],
          ["POST", 3, 200, 1]
        ]
      )
      for (const { spanId, traceId } of attempts) assert.include(service.traces, `00-${traceId}-${spanId}-01`)
    }
    for (const body of collector.bodies) {
      assert.notInclude(body, key)
      assert.notInclude(body, prompt)
    }
  })

  it.each([
    ["fails", (_, response) => response.writeHead(500).end()],
    ["hangs", () => undefined],
    ["breaks connections", (request) => request.socket.destroy()]
  ] satisfies ReadonlyArray<[string, RequestListener]>)(
    "that %s neither fails nor holds a call or the close of the client",
    async (_, answer) => {
      await using service = await serving()
      await using collector = await listening(answer)
      const client = createClient({ apiKey: key, baseUrl: service.url, layer: tracingTo(collector.url) })
      // Over several intervals of the exporter.
      for (let round = 0; round < 20; round++) {
        await client.decisions.create(question)
        await new Promise((done) => setTimeout(done, 5))
      }
      for await (const event of client.chat.stream(chat)) assert.isObject(event)
      await client.close()
    }
  )
})
