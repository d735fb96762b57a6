// A server with `/mcp`, and requests to it.
import { ApiKeyVerifier } from "@leadline/core/authentication"
import { AddedRoutes, protocolRoute } from "@leadline/core/internal"
import { Decisions, make } from "@leadline/core/decisions"
import { layerMemory } from "@leadline/core/rate-limit"
import { startServer } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { makeHandler } from "../../src/mcp/http.ts"

/** Each key is a group of its own; that of `searcher` may search only. */
const verifier = Layer.succeed(ApiKeyVerifier, {
  verify: (key) =>
    Effect.succeed({
      key: Redacted.value(key),
      group: Redacted.value(key),
      ...(Redacted.value(key) === "searcher" && { rights: new Set(["search.create"]) })
    })
})

/** Requests to `/mcp` at an address. */
export const mcpAt = (url: string) => {
  /** Sends a text. */
  const sendText = (body: string, headers = {}, key = "a", signal: AbortSignal | null = null) => {
    const accepted = { "content-type": "application/json", accept: "application/json, text/event-stream" }
    const sent = { ...accepted, authorization: `Bearer ${key}`, ...headers }
    return fetch(`${url}/mcp`, { method: "POST", headers: sent, body, signal })
  }
  /** Sends a message. */
  const send = (message: object, headers?: object, key?: string, signal?: AbortSignal) =>
    sendText(JSON.stringify({ jsonrpc: "2.0", ...message }), headers, key, signal)
  /** Begins a session, and gives its header. */
  const begin = async (key?: string, protocolVersion = "2025-11-25") => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } }
    const response = await send({ id: 1, method: "initialize", params }, {}, key)
    return { "mcp-session-id": response.headers.get("mcp-session-id") ?? "" }
  }
  /** Sends calls as a batch in a session of its own. */
  const sendBatch = async (calls: ReadonlyArray<object>) => {
    const version = "2025-03-26"
    const headers = { ...(await begin(undefined, version)), "mcp-protocol-version": version }
    return sendText(JSON.stringify(calls.map((call) => ({ jsonrpc: "2.0", ...call }))), headers)
  }
  return { begin, send, sendBatch, sendText, url }
}

interface Options {
  readonly maxSessions?: number
  readonly decisions?: Layer.Layer<Decisions>
  readonly requestsPerSecond?: number
  readonly tokensPerMinute?: number
}

/** Starts a server in the scope of the tests. */
export const startMcp = async (
  run: (effect: Effect.Effect<string, unknown, Scope.Scope>) => Promise<string>,
  { decisions, maxSessions, requestsPerSecond = 100, tokensPerMinute = 0 }: Options = {}
) => {
  const route = protocolRoute({ method: "POST", path: "/mcp", name: "mcp", handle: makeHandler(maxSessions) })
  const rates = layerMemory({ requestsPerSecond, tokensPerMinute })
  const layer = Layer.mergeAll(Layer.succeed(AddedRoutes, [route]), verifier, rates)
  return mcpAt(await run(startServer(decisions && { decisions }, layer)))
}

/** A call of the tool `decide`. */
export const decide = (
  id: unknown,
  state: unknown = "x",
  questions: object = { a: { type: "noul", instructions: "Is it?" } }
) => ({ id, method: "tools/call", params: { name: "decide", arguments: { state, questions } } })

/** Engines whose answers have a note, and have used so many tokens. */
export const answering = (note: string, input_tokens: number) => {
  const answer = {
    answers: { a: { type: "noul", noul: 0.5, note } },
    usage: { input_tokens, output_tokens: 0 }
  }
  const create = ({ model }: { readonly model: string }) =>
    Effect.as(Effect.sleep(1), { model, ...answer } as never)
  return Layer.succeed(Decisions, make({ create }))
}
