// Who calls through a proxy: `X-Forwarded-*` of the proxies that are listed, and of nobody else.
import * as Effect from "effect/Effect"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { networks } from "./networks.ts"
import { ServerSettings } from "./ServerSettings.ts"

/** Gives requests of listed proxies the address, host and scheme of whom they stand for. */
export const layer = Layer.unwrap(
  Effect.map(ServerSettings, ({ proxies }) =>
    proxies.length === 0
      ? Layer.empty
      : HttpRouter.middleware(HttpMiddleware.xForwardedHeaders({ trustedProxies: networks(proxies) }), {
          global: true
        })
  )
)
