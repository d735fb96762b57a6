// Endpoints by network condition: refused, unresolved, silent.
import { openBlackHole } from "./blackHole.ts"
import { silentName, unresolvableName } from "./dnsNames.ts"
import { type FaultServerOptions, listen } from "./faultServer.ts"
import type { NetworkCondition } from "./rows/FaultRow.ts"

/** A URL for calls, and the server behind it. */
export interface Endpoint {
  readonly baseUrl: string
  /** Requests that arrived; undefined where none can arrive. */
  readonly requests: () => number | undefined
  /** Connections open now. */
  readonly open: () => number
  readonly close: () => Promise<void>
}

/** No request arrives. */
const requests = () => undefined

/** An endpoint at which nothing listens. */
const nowhere = (baseUrl: string, close = async () => undefined as void): Endpoint => ({
  baseUrl,
  requests,
  open: () => 0,
  close
})

/** Opens an endpoint under this condition; its server follows the script. */
export const openEndpoint = async (
  link: NetworkCondition,
  serve: FaultServerOptions["serve"]
): Promise<Endpoint> => {
  const served = async (options: Partial<FaultServerOptions> = {}) => {
    const server = await listen({ serve, ...options })
    return { ...server, baseUrl: `http://127.0.0.1:${server.port}` }
  }
  switch (link) {
    case "plain":
      return served()
    case "refused":
      // A privileged port that nothing uses: a port just closed could soon belong to another server.
      return nowhere("http://127.0.0.1:2")
    case "reset at accept":
      return { ...(await served({ accept: "reset" })), requests }
    case "unread":
      // It never sees that a connection closes.
      return { ...(await served({ accept: "ignore" })), requests, open: () => 0 }
    case "unresolved":
      return nowhere(`http://${unresolvableName}`)
    case "silent name":
      return nowhere(`http://${silentName}`)
    case "black hole": {
      const { close, port } = await openBlackHole()
      return nowhere(`http://127.0.0.1:${port}`, close)
    }
    case "handshake without end": {
      const server = await served({ accept: "swallow" })
      return { ...server, baseUrl: server.baseUrl.replace("http", "https"), requests }
    }
  }
}
