// `/mcp` as a protocol of the server. What answers it is loaded by the first message.
import { AddedRoutes, type Protocol, protocolRoute, type Route } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const handle: Protocol["handle"] = (context, message) =>
  Effect.gen(function* () {
    const { answer } = yield* Effect.promise(() => import("./http.ts"))
    return yield* (yield* answer)(context, message)
  })

/** The routes of `/mcp`. */
export const mcpRoutes: ReadonlyArray<Route> = (["POST", "DELETE"] as const).map((method) =>
  protocolRoute({ method, path: "/mcp", name: "mcp", handle })
)

/** Adds `/mcp` to a server. */
export const layerMcp = Layer.succeed(AddedRoutes, mcpRoutes)
