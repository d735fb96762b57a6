// The pool of connections: undici's, owned by one client, and followed so that failures say where they broke.
// Source: none; Assumed: ours for the settings.
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Agent, buildConnector, type Dispatcher } from "@effect/platform-node/Undici"
import { Attempt } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Socket } from "node:net"

const settings: Agent.Options = {
  allowH2: false,
  connections: 64,
  pipelining: 1,
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 25_000
}

/** Connects within 10 s; what nobody waits for any more can be abandoned before that. */
const makeConnector = () => {
  const connector = buildConnector({ timeout: 10_000, allowH2: false })
  const connecting = new Set<Socket>()
  const connect: buildConnector.connector = (options, callback) => {
    const socket: unknown = connector(options, (...result) => {
      if (socket instanceof Socket) connecting.delete(socket)
      callback(...result)
    })
    if (socket instanceof Socket) connecting.add(socket)
  }
  const abandon = () => {
    for (const socket of connecting) socket.destroy(new Error("Nobody waits for this connection any more"))
  }
  return { connect, abandon }
}

/** Goes with the options of a request through undici. */
const followed = Symbol("@leadline/transport-node/followed")

interface Followed {
  readonly [followed]?: {
    readonly attempt: Attempt
    /** The request waits for a connection no longer. */
    readonly settle: () => void
  }
}

/** Moves the attempt's phase on as its request goes. */
const follow: Dispatcher.DispatcherComposeInterceptor =
  (dispatch) => (options: Dispatcher.DispatchOptions & Followed, inner) => {
    const known = options[followed]
    if (known === undefined) return dispatch(options, inner)
    const { attempt, settle } = known
    return dispatch(options, {
      onRequestStart: (controller, context) => {
        settle()
        attempt.phase = "send"
        inner.onRequestStart?.(controller, context)
      },
      onRequestSent: () => {
        if (attempt.phase === "send") attempt.phase = "headers"
      },
      onResponseStart: (controller, status, headers, text) =>
        inner.onResponseStart?.(controller, status, headers, text),
      onResponseData: (controller, chunk) => inner.onResponseData?.(controller, chunk),
      onResponseEnd: (controller, trailers) => inner.onResponseEnd?.(controller, trailers),
      onResponseError: (controller, error) => inner.onResponseError?.(controller, error)
    })
  }

/** The pool of one client. */
export interface Pool {
  readonly dispatcher: Dispatcher
  /** Follows a request from its wait for a connection on. */
  readonly follow: <A, E, R>(response: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** A pool; with its scope every connection is closed, those being made included. */
export const makePool: Effect.Effect<Pool, never, Scope.Scope> = Effect.suspend(() => {
  const { abandon, connect } = makeConnector()
  let waiting = 0
  // Undici keeps a connection nobody waits for until it is made. A new request of the same turn may still take it.
  const settled = () => {
    waiting--
    if (waiting === 0) setImmediate(() => (waiting === 0 ? abandon() : undefined))
  }
  const wait = (): (() => void) => {
    let isWaiting = true
    waiting++
    return () => {
      if (isWaiting) settled()
      isWaiting = false
    }
  }
  return Effect.acquireRelease(
    Effect.sync(() => new Agent({ ...settings, connect })),
    (agent) =>
      Effect.andThen(
        Effect.sync(abandon),
        Effect.promise(() => agent.destroy())
      )
  ).pipe(
    Effect.map((agent) => ({
      dispatcher: agent.compose(follow),
      follow: (response) =>
        Effect.flatMap(Attempt, (attempt) => {
          const settle = wait()
          attempt.phase = "connect"
          return Effect.updateService(response, NodeHttpClient.UndiciOptions, (options) => ({
            ...options,
            [followed]: { attempt, settle }
          })).pipe(Effect.ensuring(Effect.sync(settle)))
        })
    }))
  )
})
