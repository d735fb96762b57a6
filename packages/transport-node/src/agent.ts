// The connection pool of one client, on undici's agent.
import type { buildConnector, Dispatcher } from "undici"
import type { LookupFunction } from "node:net"
import type { SecureContext } from "node:tls"
import { direct } from "./connect.ts"
import { Connecting } from "./connecting.ts"
import type { Choose } from "./proxy.ts"
import { through } from "./tunnel.ts"

/** A pool, or a dispatcher of the caller. */
export interface Pool {
  readonly dispatch: (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void
  readonly connecting: Connecting | undefined
  readonly close: () => Promise<void>
}

/** The options of a pool, validated. Times are in milliseconds. */
export interface AgentSettings {
  readonly http2: boolean
  readonly connections: number
  readonly pipelining: number
  readonly idle: number
  readonly idleMax: number
  readonly connectTimeout: number | undefined
  readonly socketPath: string | undefined
  readonly lookup: LookupFunction | undefined
  readonly secureContext: SecureContext | undefined
  readonly servername: string | undefined
  readonly proxy: { readonly choose: Choose; readonly secureContext: SecureContext | undefined } | undefined
}

const connectorOf = (make: typeof buildConnector, { connectTimeout, proxy, ...settings }: AgentSettings) => {
  const straight = direct(make, { ...settings, timeout: connectTimeout })
  return proxy === undefined
    ? straight
    : through(proxy.choose, straight, direct(make, { secureContext: proxy.secureContext }))
}

/** Makes a pool. Undici is loaded here, with the first request: it takes longer to load than the rest of the client. */
export const makePool = async (settings: AgentSettings): Promise<Pool> => {
  const [{ default: Agent }, { default: makeConnector }] = await Promise.all([
    import("undici/lib/dispatcher/agent.js"),
    import("undici/lib/core/connect.js")
  ])
  const { connections, http2, idle, idleMax, pipelining } = settings
  const connecting = new Connecting(pipelining === 1 && !http2)
  const agent = new Agent({
    allowH2: http2,
    connections,
    pipelining,
    keepAliveTimeout: idle,
    keepAliveMaxTimeout: idleMax,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: connecting.follow(connectorOf(makeConnector, settings))
  })
  let isWarned = false
  const warn = () => {
    isWarned = Object.values(agent.stats).some(
      ({ connected, size }) => size > connections * pipelining && (!http2 || Number(connected) >= connections)
    )
    if (!isWarned) return
    process.emitWarning(`All ${connections} connections are in use: requests wait. See pool.connections.`, {
      type: "LeadlineWarning",
      code: "LEADLINE_POOL_FULL"
    })
  }
  return {
    // False: all connections of the pool are busy.
    dispatch: (request, handler) => {
      if (!agent.dispatch(request, handler) && !isWarned) warn()
    },
    connecting,
    close: () => {
      connecting.abandon()
      return agent.destroy()
    }
  }
}
