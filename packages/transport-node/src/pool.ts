// The connection pool of one client, on undici's agent.
import type { buildConnector, Dispatcher } from "undici"
import type { LookupFunction } from "node:net"
import type { SecureContext } from "node:tls"
import { makeDirectConnect } from "./connect.ts"
import { PendingConnections } from "./pendingConnections.ts"
import type { ChooseProxy } from "./proxy.ts"
import { throughProxy } from "./tunnel.ts"

/** A pool, or a dispatcher of the caller. */
export interface Pool {
  readonly dispatcher: Pick<Dispatcher, "dispatch">
  /** Called when the dispatcher says that its connections are busy. */
  readonly onFull: () => void
  /** Undefined over a dispatcher of the caller. */
  readonly pending: PendingConnections | undefined
  readonly close: () => Promise<void>
}

/** The options of a pool, validated. Times are in milliseconds. */
export interface PoolSettings {
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
  readonly proxy:
    | { readonly choose: ChooseProxy; readonly secureContext: SecureContext | undefined }
    | undefined
}

const connectorOf = (make: typeof buildConnector, { connectTimeout, proxy, ...settings }: PoolSettings) => {
  const directly = makeDirectConnect(make, { ...settings, timeout: connectTimeout })
  return proxy === undefined
    ? directly
    : throughProxy(proxy.choose, directly, makeDirectConnect(make, { secureContext: proxy.secureContext }))
}

/** Makes a pool. Undici is loaded here, with the first request: it takes longer to load than the rest of the client. */
export const makePool = async (settings: PoolSettings): Promise<Pool> => {
  const [{ default: Agent }, { default: makeConnector }] = await Promise.all([
    import("undici/lib/dispatcher/agent.js"),
    import("undici/lib/core/connect.js")
  ])
  const { connections, http2, idle, idleMax, pipelining } = settings
  const pending = new PendingConnections(pipelining === 1 && !http2)
  const agent = new Agent({
    allowH2: http2,
    connections,
    pipelining,
    keepAliveTimeout: idle,
    keepAliveMaxTimeout: idleMax,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: pending.follow(connectorOf(makeConnector, settings))
  })
  let isWarned = false
  const warnOnce = () => {
    if (isWarned) return
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
    dispatcher: agent,
    onFull: warnOnce,
    pending,
    close: () => {
      pending.abandon()
      return agent.destroy()
    }
  }
}
