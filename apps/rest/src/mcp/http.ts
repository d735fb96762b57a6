// `/mcp` of the server: messages go through the pipeline, and so do the calls of their tools. Loaded by the first message.
import { type RequestContext, ServerResponse } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Predicate from "effect/Predicate"
import { randomUUID } from "node:crypto"
import { holdArguments, maxWeight } from "./toolArguments.ts"
import { layerHttp } from "./server.ts"
import type { Answer, Calls } from "./tools.ts"
import { withNotice } from "./withNotice.ts"

/** The path. */
const path = "/mcp"

/**
 * Sessions that are kept: beyond, of the group that has most of them the one that was used longest ago ends, and its client
 * begins another.
 */
const defaultMaxSessions = 10_000

/** Messages of a batch, which one version of the protocol has. */
const maxBatch = 50

/** Why a batch is refused; undefined: it is not. */
const problemOf = (message: unknown): string | undefined => {
  if (!Array.isArray(message)) return undefined
  if (message.length > maxBatch) return `A batch has ${maxBatch} messages at most.`
  const ids: ReadonlyArray<unknown> = message.flatMap((one: unknown) =>
    Predicate.isObject(one) && "id" in one ? [one["id"]] : []
  )
  if (!ids.every((id) => typeof id === "string" || typeof id === "number")) {
    return "The id of a message of a batch is a string or a number."
  }
  return new Set(ids.map(String)).size < ids.length ? "Two messages of a batch have the same id." : undefined
}

const tooLarge = `Without the arguments of its tools a message has ${maxWeight} characters at most, with 64 for each of its values.`

const refusal = (problem: string): ServerResponse =>
  new ServerResponse(
    400,
    { "content-type": "application/json" },
    JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_600, message: problem } })
  )

/** Names the call within this process. A caller's own is not passed on. */
const callHeader = "x-leadline-mcp-call"

/** The headers of a message that the protocol reads; `Origin` is read here. */
const passed = ["accept", "mcp-session-id", "mcp-protocol-version", "mcp-method", "mcp-name"]

const ownPage = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Whether a page calls that is neither of this machine nor of a listed origin: the protocol has such a call refused. */
const isForeign = ({ exchange, settings }: RequestContext): boolean => {
  const { origin } = exchange.headers
  return origin !== undefined && !ownPage.test(origin) && !settings.origins.includes(origin)
}

const textOf = ({ body }: ServerResponse): string =>
  typeof body === "string" ? body : typeof body === "function" ? "" : new TextDecoder().decode(body)

const headersOf = ({ exchange }: RequestContext, id: string): Headers => {
  const headers = new Headers({ "content-type": "application/json", [callHeader]: id })
  for (const name of passed) {
    const value = exchange.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}

/** The request is over. */
const gone: Calls["Service"] = { call: () => Effect.interrupt }

/** Makes what answers messages. */
export const makeHandler = (maxSessions = defaultMaxSessions) => {
  const calls = new Map<string, Calls["Service"]>()
  const { handler } = HttpRouter.toWebHandler(
    layerHttp(path, (headers) => calls.get(headers[callHeader] ?? "") ?? gone).pipe(
      Layer.provideMerge(Logger.layer([]))
    ),
    { disableLogger: true }
  )
  /** By session: the group that began it. */
  const sessions = new Map<string, string>()
  /** By group: its sessions in the order of their last use. */
  const ofGroups = new Map<string, Set<string>>()

  const send = (method: string, headers: Headers, message: unknown, signal?: AbortSignal) =>
    handler(
      new Request(`http://localhost${path}`, {
        method,
        headers,
        ...(message !== undefined && { body: JSON.stringify(message) }),
        ...(signal !== undefined && { signal })
      })
    )

  const forget = (session: string): void => {
    const group = sessions.get(session) ?? ""
    sessions.delete(session)
    const own = ofGroups.get(group)
    own?.delete(session)
    if (own?.size === 0) ofGroups.delete(group)
  }

  /** The sessions of the group that has most. */
  const largest = (): ReadonlySet<string> =>
    Array.from(ofGroups.values()).reduce(
      (most, own) => (own.size > most.size ? own : most),
      new Set<string>()
    )

  /** Keeps a session as the one used last. */
  const keep = (session: string, group: string): void => {
    forget(session)
    sessions.set(session, group)
    ofGroups.set(group, (ofGroups.get(group) ?? new Set<string>()).add(session))
    if (sessions.size <= maxSessions) return
    const [oldest] = largest()
    if (oldest === undefined) return
    forget(oldest)
    void send("DELETE", new Headers({ "mcp-session-id": oldest }), undefined)
  }

  return (context: RequestContext, message: unknown): Effect.Effect<ServerResponse> =>
    Effect.gen(function* () {
      if (isForeign(context)) return new ServerResponse(403, {}, "")
      const group = context.caller?.group ?? ""
      const session = context.exchange.headers["mcp-session-id"]
      // A session of another group is as one that does not exist.
      if (session !== undefined && sessions.get(session) !== group) return new ServerResponse(404, {}, "")
      if (session !== undefined) keep(session, group)
      const problem = problemOf(message)
      if (problem !== undefined) return refusal(problem)
      const { argumentsOf, isTooLarge, message: light } = holdArguments(message)
      if (isTooLarge) return refusal(tooLarge)
      const services = yield* Effect.context()
      const id = randomUUID()
      const call: Calls["Service"]["call"] = (operation, body) => {
        const called = context.call?.(operation, body) ?? Effect.interrupt
        return Effect.provideContext(
          withNotice(
            Effect.map(called, (response): Answer => ({ status: response.status, text: textOf(response) }))
          ),
          services
        )
      }
      calls.set(id, { call, argumentsOf })
      const response = yield* Effect.promise(async (signal) => {
        const sent = await send(context.exchange.method, headersOf(context, id), light, signal)
        return { status: sent.status, headers: sent.headers, body: await sent.text() }
      }).pipe(Effect.ensuring(Effect.sync(() => calls.delete(id))))
      const begun = response.headers.get("mcp-session-id")
      if (begun !== null && session === undefined) keep(begun, group)
      if (context.exchange.method === "DELETE" && session !== undefined) forget(session)
      const headers = Object.fromEntries(
        ["content-type", "mcp-session-id", "mcp-protocol-version"].flatMap((name) => {
          const value = response.headers.get(name)
          return value === null ? [] : [[name, value]]
        })
      )
      return new ServerResponse(response.status, headers, response.body)
    })
}

/** {@link makeHandler}, once. */
export const answer = Effect.runSync(Effect.cached(Effect.sync(() => makeHandler())))
