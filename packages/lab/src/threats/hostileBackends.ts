// Chat, responses and search of a model server, a search service and a web that are hostile. They are in this process: their
// answers are made before the server starts, and arrive in chunks.
import { Chat } from "@leadline/core/chat"
import { Responses } from "@leadline/core/responses"
import { Search } from "@leadline/core/search"
import type { TransportRequest } from "@leadline/core/transport"
import * as Layer from "effect/Layer"
import { replyingTransport } from "../faults/scriptedTransport.ts"
import { layerConfigured } from "../server/configuredBackends.ts"

const list = <A>(count: number, one: (at: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, at) => one(at))

const message = (text: string, more = ""): string =>
  `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"${text}"${more}}}],"usage":{"prompt_tokens":1,"completion_tokens":1}}`

const calls = (count: number, name: string, args: (at: number) => object | string): string => {
  const made = list(count, (index) => {
    const given = args(index)
    const call = { name, arguments: typeof given === "string" ? given : JSON.stringify(given) }
    return { index, id: `call-${index}`, type: "function", function: call }
  })
  return message("", `,"tool_calls":${JSON.stringify(made)}`)
}

/** What the model server answers to a text of the caller. */
const modelAnswers: { readonly [text: string]: () => string } = {
  "a million names": () => message("a", `,"x":{${list(1_000_000, (at) => `"k${at}":0`).join()}}`),
  "2,000,000 levels": () => calls(1, "f", () => `{"a":${"[".repeat(2_000_000)}${"]".repeat(2_000_000)}}`),
  letters: () => message(`\\"${"a".repeat(40)}!\\"`),
  "80,000 backticks": () => message(`${"`".repeat(80_000)}x`),
  "no end of searches": () =>
    calls(128, "web_search", (at) => ({ queries: list(5, (query) => `${at} ${query}`) })),
  "20 pages": () =>
    calls(2, "fetch_url", (at) => ({ urls: list(10, (page) => `http://${at}.example/${page}`) }))
}

const size = 2_097_152

const filled = (text: string): string => text.repeat(Math.floor(size / text.length))

/** Pages of the web, by the last figure of their path. */
const pages = (): ReadonlyArray<string> => [
  `<p ${list(250_000, (at) => `a${at}`).join(" ")}`.slice(0, size),
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

/** A transport whose server answers at once, in chunks of 64 KiB. */
const transportOf = (type: string, answer: (request: TransportRequest) => string | undefined) =>
  replyingTransport((request) => ({
    headers: { "content-type": request.url.endsWith(".txt") ? "text/plain" : type },
    parts: answer(request)?.match(/[^]{1,65536}/g) ?? []
  })).layer

const configuration = `
backends:
  model: { kind: openai-compatible, url: "http://127.0.0.1:1/v1" }
  web: { kind: searxng, url: "http://127.0.0.1:2" }
routes: { chat: [model], responses: [model], search: [web] }
`

const textOf = ({ body }: TransportRequest): string =>
  body instanceof Uint8Array ? new TextDecoder().decode(body) : (body ?? "")

/** The services. */
export const layerHostileBackends = Layer.suspend(() => {
  const made = Object.entries(modelAnswers).map(([text, body]) => [text, body()] as const)
  const web = pages()
  const results = list(20, (at) => ({ url: `http://a.example/${at}`, title: "a", content: "b" }))
  const found = JSON.stringify({ results })
  const modelAnswer = (request: TransportRequest): string => {
    if (request.method === "GET") return '{"data":[{"id":"m"}]}'
    const text = textOf(request)
    const [, body] = made.find(([asked]) => text.includes(asked)) ?? []
    // Tools are called as long as they are offered.
    const isEnded = text.includes('"role":"tool"') && !text.includes('"tools":')
    return (isEnded ? undefined : body) ?? message("Done.")
  }
  const backends = layerConfigured(configuration, {
    transport: ({ name }) => transportOf("application/json", name === "web" ? () => found : modelAnswer),
    web: {
      isPublicHost: () => true,
      transport: transportOf("text/html", ({ url }) =>
        url.endsWith("/robots.txt") ? robots : web[Number(url.at(-1))]
      )
    }
  })
  return Layer.mergeAll(
    Layer.effect(Chat, Chat),
    Layer.effect(Responses, Responses),
    Layer.effect(Search, Search)
  ).pipe(Layer.provide(backends))
})
