// The transport over undici: a pool of its own, driven by its dispatcher alone.
// Source: none; Assumed: ours for the settings.
import { Agent, buildConnector } from "@effect/platform-node/Undici"
import type { Transport } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Connecting } from "./connecting.ts"
import { UndiciExchange } from "./exchange.ts"

const slash = 47

/** A transport over a pool that closes with its scope, connections being made included. */
export const makeTransport: Effect.Effect<Transport["Service"], never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const connecting = new Connecting(true)
      const agent = new Agent({
        allowH2: false,
        connections: 64,
        pipelining: 1,
        keepAliveTimeout: 4_000,
        keepAliveMaxTimeout: 25_000,
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: connecting.follow(
          buildConnector({
            timeout: 10_000,
            allowH2: false,
            autoSelectFamily: true,
            autoSelectFamilyAttemptTimeout: 250
          })
        )
      })
      return { agent, connecting }
    }),
    ({ agent, connecting }) =>
      Effect.promise(() => {
        connecting.abandon()
        return agent.destroy()
      })
  ),
  ({ agent, connecting }) => {
    let origin = ""
    return {
      codings: [],
      carriesTrace: true,
      send: ({ body, headers, method, url }, receiver) => {
        const exchange = new UndiciExchange(receiver, connecting)
        exchange.onPhase("connect")
        try {
          let path: string
          if (origin !== "" && url.charCodeAt(origin.length) === slash && url.startsWith(origin)) {
            path = url.slice(origin.length)
          } else {
            const parsed = new URL(url)
            origin = parsed.origin
            path = parsed.pathname + parsed.search
          }
          connecting.dispatching = exchange
          agent.dispatch({ origin, path, method, headers, body: body ?? null }, exchange)
        } catch (cause) {
          exchange.onResponseError(null, cause)
        }
        connecting.dispatching = undefined
        return exchange
      }
    }
  }
)
