// Chat of a hostile model server. It is in this process: its answers are made before the server starts, and arrive in chunks.
import { Chat } from "@leadline/core/chat"
import type { TransportRequest } from "@leadline/core/transport"
import * as Layer from "effect/Layer"
import { replyingTransport } from "../faults/scriptedTransport.ts"
import { layerConfigured } from "../server/configuredBackends.ts"

const message = (text: string, more = ""): string =>
  `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"${text}"${more}}}],"usage":{"prompt_tokens":1,"completion_tokens":1}}`

const names = Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":0`)

/** What the model server answers to a text of the caller. */
const modelAnswers: { readonly [text: string]: () => string } = {
  "a million names": () => message("a", `,"x":{${names.join()}}`),
  letters: () => message(`\\"${"a".repeat(40)}!\\"`)
}

const configuration = `
backends:
  model: { kind: openai-compatible, url: "http://127.0.0.1:1/v1" }
routes: { chat: [model] }
`

const textOf = ({ body }: TransportRequest): string =>
  body instanceof Uint8Array ? new TextDecoder().decode(body) : (body ?? "")

/** The service. */
export const layerHostileBackends = Layer.suspend(() => {
  const made = Object.entries(modelAnswers).map(([text, body]) => [text, body()] as const)
  const answerTo = (request: TransportRequest): string => {
    if (request.method === "GET") return '{"data":[{"id":"m"}]}'
    const [, body = message("Done.")] = made.find(([asked]) => textOf(request).includes(asked)) ?? []
    return body
  }
  const transport = replyingTransport((request) => ({
    headers: { "content-type": "application/json" },
    parts: answerTo(request).match(/[^]{1,65536}/g) ?? []
  }))
  return Layer.provide(
    Layer.effect(Chat, Chat),
    layerConfigured(configuration, { transport: () => transport.layer })
  )
})
