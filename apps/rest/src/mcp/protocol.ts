// `/mcp` as a protocol of the server. What answers it is loaded by the first message.
import { type Protocol, Protocols } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const handle: Protocol["handle"] = (context, message) =>
  Effect.gen(function* () {
    const { answer } = yield* Effect.promise(() => import("./http.ts"))
    return yield* (yield* answer)(context, message)
  })

/** The routes of `/mcp`. */
export const mcpProtocols: ReadonlyArray<Protocol> = [
  { method: "POST", path: "/mcp", name: "mcp", handle },
  { method: "DELETE", path: "/mcp", name: "mcp", handle }
]

/** Adds `/mcp` to a server. */
export const layerMcp = Layer.succeed(Protocols, mcpProtocols)
