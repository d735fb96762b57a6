// Requests without a socket: what the pipeline sees of one, and what it answers.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { BodyWriter, ServerExchange, ResponseHead } from "../../src/server/ServerExchange.ts"
import { RequestContext } from "../../src/server/RequestContext.ts"
import { ServerSettings } from "../../src/server/ServerSettings.ts"

/** An answer as it was sent, its body as text. */
export interface Sent {
  head: ResponseHead | undefined
  text: string
}

const utf8 = new TextEncoder()

const textOf = (piece: string | Uint8Array): string =>
  typeof piece === "string" ? piece : new TextDecoder().decode(piece)

/** A writer whose reader takes everything at once. */
export const makeWriter = (take: (text: string) => void): BodyWriter => {
  let bytes = 0
  return {
    write: (piece) => {
      bytes += textOf(piece).length
      take(textOf(piece))
      return true
    },
    drained: Effect.void,
    bytes: () => bytes
  }
}

/** A request with its body at hand, and the answer it gets. */
export const makeExchange = (
  method: string,
  target: string,
  { body = "", headers = {} }: { readonly body?: string; readonly headers?: ServerExchange["headers"] } = {}
): { readonly exchange: ServerExchange; readonly sent: Sent } => {
  const sent: Sent = { head: undefined, text: "" }
  const bytes = utf8.encode(body)
  const exchange: ServerExchange = {
    method,
    target,
    headers: { "content-length": String(bytes.length), ...headers },
    remoteAddress: "192.0.2.1",
    localOrigin: () => undefined,
    body: { ready: () => bytes, next: Effect.undefined },
    send: (head, content) => {
      sent.head = head
      sent.text = textOf(content)
      return sent.text.length
    },
    stream: (head, produce) => {
      sent.head = head
      return produce(makeWriter((text) => void (sent.text += text)))
    }
  }
  return { exchange, sent }
}

/** The context of a request that runs; by default one to chat. */
export const makeContext = (
  exchange: ServerExchange = makeExchange("POST", "/v1/sonar").exchange,
  more: Partial<ConstructorParameters<typeof RequestContext>[2]> = {},
  settings = ServerSettings.defaultValue()
): RequestContext =>
  new RequestContext(exchange, settings, {
    fiberContext: Context.empty(),
    method: exchange.method,
    route: exchange.target,
    startedAt: 0,
    bytesIn: 0,
    whenEnding: () => () => undefined,
    ...more
  })
