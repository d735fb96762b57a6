// The pool of connections: undici's, owned by one client, and followed so that failures say where they broke.
// Source: none; Assumed: ours for the settings.
import { Agent, buildConnector, type Dispatcher } from "@effect/platform-node/Undici"
import type { Attempt } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Socket } from "node:net"

/** Marks the options of a request with the attempt it belongs to. */
export const attemptOf = Symbol("@leadline/transport-node/attempt")

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

/** Moves the attempt's phase on, and says once when its request waits for a connection no longer. */
const following = (
  inner: Dispatcher.DispatchHandler,
  attempt: Attempt,
  settled: () => void
): Dispatcher.DispatchHandler => {
  let isWaiting = true
  const settle = () => {
    if (isWaiting) settled()
    isWaiting = false
  }
  attempt.phase = "connect"
  return {
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
    onResponseError: (controller, error) => {
      settle()
      inner.onResponseError?.(controller, error)
    }
  }
}

const makeFollowing = (abandon: () => void): Dispatcher.DispatcherComposeInterceptor => {
  let waiting = 0
  const settled = () => {
    waiting--
    if (waiting === 0) abandon()
  }
  return (dispatch) =>
    (options: Dispatcher.DispatchOptions & { readonly [attemptOf]?: Attempt }, handler) => {
      const attempt = options[attemptOf]
      if (attempt === undefined) return dispatch(options, handler)
      waiting++
      return dispatch(options, following(handler, attempt, settled))
    }
}

/** The dispatcher of one client. With its scope every connection is closed, those being made included. */
export const makePool: Effect.Effect<Dispatcher, never, Scope.Scope> = Effect.suspend(() => {
  const { abandon, connect } = makeConnector()
  return Effect.acquireRelease(
    Effect.sync(() => new Agent({ ...settings, connect })),
    (agent) =>
      Effect.andThen(
        Effect.sync(abandon),
        Effect.promise(() => agent.destroy())
      )
  ).pipe(Effect.map((agent) => agent.compose(makeFollowing(abandon))))
})
