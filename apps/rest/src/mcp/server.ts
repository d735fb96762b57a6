// The MCP server: its tools over each protocol version, for stdio and for HTTP.
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpServer from "effect/ai/McpServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { version } from "../version.ts"
import { Calls, layerTools, toolkit } from "./tools.ts"

/** Newest first: a client that offers none of them gets the first that has sessions. */
const protocols = [
  McpProtocol.v2026_07_28,
  McpProtocol.v2025_11_25,
  McpProtocol.v2025_06_18,
  McpProtocol.v2025_03_26,
  McpProtocol.v2024_11_05
] as const

const info = () => ({
  name: "leadline",
  version: version(),
  instructions:
    "decide answers questions about a content with probabilities; search, fetch and ask work on the documents of this server.",
  protocols
})

type CallsService = Calls["Service"]

/** The tools, with calls that are found by the headers of a request. */
const registrations = (
  callsOf: (headers: { readonly [name: string]: string | undefined }) => CallsService
) => {
  const calls = McpServer.middleware<{ provides: Calls }>()((effect, { headers }) =>
    Effect.provideService(effect, Calls, Calls.of(callsOf(headers)))
  )
  return McpServer.toolkit(toolkit).pipe(Layer.provide(calls.layer), Layer.provide(layerTools))
}

/** Over standard input and output, until the input ends. */
export const layerStdio = (calls: CallsService) =>
  McpServer.layerStdio({ ...info(), registrations: registrations(() => calls) })

/** As routes of an `HttpRouter`, without subscriptions: nothing of it changes. */
export const layerHttp = (
  path: `/${string}`,
  callsOf: (headers: { readonly [name: string]: string | undefined }) => CallsService
) =>
  McpServer.layerHttp({
    ...info(),
    path,
    allowSessionTermination: true,
    allowSubscriptions: false,
    registrations: registrations(callsOf)
  })
