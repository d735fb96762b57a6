// Endpoints by network condition: refused, unresolved, behind a proxy, with a bad certificate.
import { openBlackHole } from "./blackHole.ts"
import type { makeCertificates } from "./certificates.ts"
import { certifiedName, dualStackName, otherName, silentName, unresolvableName } from "./dnsNames.ts"
import { type FaultServerOptions, listen } from "./faultServer.ts"
import type { NetworkCondition } from "./rows/FaultRow.ts"

/** A URL for calls, and the server behind it. */
export interface Endpoint {
  readonly baseUrl: string
  /** URL of the proxy to use. */
  readonly proxy?: string
  /** Requests that arrived; undefined where none can arrive. */
  readonly requests: () => number | undefined
  /** Connections open now. */
  readonly open: () => number
  readonly close: () => Promise<void>
}

/** An endpoint at which nothing listens. */
const nowhere = (baseUrl: string, close = async () => undefined as void): Endpoint => ({
  baseUrl,
  requests: () => undefined,
  open: () => 0,
  close
})

/** Opens an endpoint under this condition; its server follows the script. */
export const openEndpoint = async (
  link: NetworkCondition,
  serve: FaultServerOptions["serve"],
  certificates?: Awaited<ReturnType<typeof makeCertificates>>
): Promise<Endpoint> => {
  const served = async (options: Partial<FaultServerOptions> = {}, url = "http://127.0.0.1") => {
    const server = await listen({ serve, ...options })
    return { ...server, baseUrl: `${url}:${server.port}` }
  }
  /** A server at which no request can arrive. */
  const unseen = async (options: Partial<FaultServerOptions>, url?: string): Promise<Endpoint> => ({
    ...(await served(options, url)),
    requests: () => undefined
  })
  switch (link) {
    case "plain":
      return served()
    case "refused":
      // A privileged port that nothing uses: a port just closed could soon belong to another server.
      return nowhere("http://127.0.0.1:2")
    case "reset at accept":
      return unseen({ accept: "reset" })
    case "unread":
      // It never sees that a connection closes.
      return { ...(await unseen({ accept: "ignore" })), open: () => 0 }
    case "unresolved":
      return nowhere(`http://${unresolvableName}`)
    case "silent name":
      return nowhere(`http://${silentName}`)
    case "black hole": {
      const { close, port } = await openBlackHole()
      return nowhere(`http://127.0.0.1:${port}`, close)
    }
    case "expired certificate":
      return unseen({ tls: certificates?.expired }, `https://${certifiedName}`)
    case "certificate of another host":
      return unseen({ tls: certificates?.good }, `https://${otherName}`)
    case "handshake without end":
      return unseen({ accept: "swallow" }, "https://127.0.0.1")
    case "dead IPv6": {
      // IPv6 swallows connections; IPv4 on the same port reaches the server.
      const server = await served({}, `http://${dualStackName}`)
      const hole = await openBlackHole("::1", server.port)
      return { ...server, close: () => hole.close().then(server.close) }
    }
    case "proxy": {
      const server = await served()
      return { ...server, baseUrl: `https://${certifiedName}`, proxy: server.baseUrl }
    }
  }
}
