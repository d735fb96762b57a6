// Requests without a socket: what the pipeline sees of one, and a reader of its answer.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { BodyWriter, ServerExchange } from "../../src/server/ServerExchange.ts"
import { RequestContext } from "../../src/server/RequestContext.ts"
import { ServerSettings } from "../../src/server/ServerSettings.ts"

/** A writer whose reader takes everything at once, and the text that it has got. */
export const makeWriter = (): BodyWriter & { readonly text: () => string } => {
  let text = ""
  return {
    write: (piece) => {
      text += String(piece)
      return true
    },
    drained: Effect.void,
    bytes: () => text.length,
    text: () => text
  }
}

/** A request with its body at hand; by default one to chat. It is not answered. */
export const makeExchange = ({
  body = "",
  ...more
}: Partial<Omit<ServerExchange, "body">> & { readonly body?: string } = {}): ServerExchange => {
  const bytes = new TextEncoder().encode(body)
  return {
    method: "POST",
    target: "/v1/sonar",
    headers: { "content-length": String(bytes.length) },
    remoteAddress: "192.0.2.1",
    localOrigin: () => undefined,
    body: { ready: () => bytes, next: Effect.undefined },
    send: () => 0,
    stream: () => Effect.void,
    ...more
  }
}

/** The context of a request that runs. */
export const makeContext = (
  exchange: ServerExchange = makeExchange(),
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
