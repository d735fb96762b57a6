// Chat, responses and search of a model server, a search service and a web that are hostile. They are in this process: their
// answers are made before the server starts, and arrive in chunks.
import { Chat } from "@leadline/core/chat"
import { Responses } from "@leadline/core/responses"
import { Search } from "@leadline/core/search"
import type { TransportRequest } from "@leadline/core/transport"
import * as Layer from "effect/Layer"
import { replyingTransport } from "../faults/scriptedTransport.ts"
import { layerConfigured } from "../server/configuredBackends.ts"

const many = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join()

const message = (text: string, more = ""): string =>
  `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"${text}"${more}}}],"usage":{"prompt_tokens":1,"completion_tokens":1}}`

const toolCall = (at: number, name: string, args: object | string): string =>
  JSON.stringify({
    index: at,
    id: `call-${at}`,
    type: "function",
    function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) }
  })

const calls = (count: number, name: string, args: (at: number) => object | string): string =>
  `,"tool_calls":[${many(count, (at) => toolCall(at, name, args(at)))}]`

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, at) => at)

/** What the model server answers to a text of the caller. */
const modelAnswers: { readonly [text: string]: () => string } = {
  "a million names": () => message("a", `,"x":{${many(1_000_000, (at) => `"k${at}":0`)}}`),
  "20,000 calls": () =>
    message(
      "a",
      calls(20_000, "f", () => ({}))
    ),
  "2,000,000 levels": () =>
    message(
      "",
      calls(1, "f", () => `{"a":${"[".repeat(2_000_000)}${"]".repeat(2_000_000)}}`)
    ),
  letters: () => message(`\\"${"a".repeat(40)}!\\"`),
  "80,000 backticks": () => message(`${"`".repeat(80_000)}x`),
  "no end of searches": () =>
    message(
      "",
      calls(128, "web_search", (at) => ({ queries: numbers(5).map((query) => `${at} ${query}`) }))
    ),
  "20 pages": () =>
    message(
      "",
      calls(2, "fetch_url", (at) => ({ urls: numbers(10).map((page) => `http://${at}.example/${page}`) }))
    )
}

const size = 2_097_152

const filled = (text: string): string => text.repeat(Math.floor(size / text.length))

/** Pages of the web, by the last figure of their path. */
const pages = (): ReadonlyArray<string> => [
  `<p ${many(250_000, (at) => `a${at}`).replaceAll(",", " ")}`.slice(0, size),
  filled("a \n"),
  filled("<p>a"),
  filled("&amp;"),
  filled("<!-"),
  `<${"a".repeat(size - 2)}`,
  filled("<constructor>"),
  `<script>${filled("<!--<script>").slice(20)}`,
  filled("<title>a</title>"),
  filled("\0")
]

const robots = `${"User-agent: *\n".repeat(16_000)}${"Allow: /\n".repeat(16_000)}`

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A transport whose server answers at once, in chunks of 64 KiB. */
const transportOf = (answer: (request: TransportRequest) => readonly [type: string, body: Uint8Array]) =>
  replyingTransport((request) => {
    const [type, body] = answer(request)
    const parts = Array.from({ length: Math.ceil(body.length / 65_536) }, (_, at) =>
      body.subarray(at * 65_536, (at + 1) * 65_536)
    )
    return { headers: { "content-type": type }, parts }
  }).layer

const configuration = `
backends:
  model: { kind: openai-compatible, url: "http://127.0.0.1:1/v1" }
  web: { kind: searxng, url: "http://127.0.0.1:2" }
routes: { chat: [model], responses: [model], search: [web] }
`

const textOf = ({ body }: TransportRequest): string =>
  body instanceof Uint8Array ? new TextDecoder().decode(body) : (body ?? "")

const makeAnswers = () => {
  const made = Object.entries(modelAnswers).map(([text, body]) => [text, bytesOf(body())] as const)
  const web = pages().map(bytesOf)
  const [rules, models, plain] = [robots, '{"data":[{"id":"m"}]}', message("Done.")].map(bytesOf)
  const results = bytesOf(
    `{"results":[${many(20, (at) => `{"url":"http://a.example/${at}","title":"a","content":"b"}`)}]}`
  )
  const none = new Uint8Array(0)
  return {
    model: (request: TransportRequest): Uint8Array => {
      if (request.method === "GET") return models ?? none
      const text = textOf(request)
      const [, body] = made.find(([asked]) => text.includes(asked)) ?? []
      // Tools are called as long as they are offered.
      const isEnded = text.includes('"role":"tool"') && !text.includes('"tools":')
      return (isEnded ? undefined : body) ?? plain ?? none
    },
    search: () => results,
    page: ({ url }: TransportRequest): Uint8Array =>
      (url.endsWith("/robots.txt") ? rules : web[Number(url.at(-1))]) ?? none
  }
}

/** The services. */
export const layerHostileBackends = Layer.suspend(() => {
  const answers = makeAnswers()
  const json = "application/json"
  const backends = layerConfigured(configuration, {
    transport: ({ name }) =>
      transportOf((request) => [json, name === "web" ? answers.search() : answers.model(request)]),
    web: {
      isPublicHost: () => true,
      transport: transportOf((request) => [
        request.url.endsWith(".txt") ? "text/plain" : "text/html",
        answers.page(request)
      ])
    }
  })
  return Layer.mergeAll(
    Layer.effect(Chat, Chat),
    Layer.effect(Responses, Responses),
    Layer.effect(Search, Search)
  ).pipe(Layer.provide(backends))
})
