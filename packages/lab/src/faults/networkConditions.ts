// Endpoints by network condition: refused, unresolved, behind a proxy, with a bad certificate.
import { openBlackHole } from "./blackHole.ts"
import type { Certificate, makeCertificates } from "./certificates.ts"
import { certifiedName, dualStackName, otherName, silentName, unresolvableName } from "./dnsNames.ts"
import { type FaultServer, type FaultServerOptions, listen } from "./faultServer.ts"
import type { NetworkCondition } from "./rows/FaultRow.ts"
import type { ServerScript } from "./ServerScript.ts"

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

type Certificates = Awaited<ReturnType<typeof makeCertificates>>
type Serve = (n: number) => ServerScript

const at = ({ close, open, port, requests }: FaultServer, url: string): Endpoint => ({
  baseUrl: `${url}:${port}`,
  requests,
  open,
  close
})

/** An endpoint at which no request can arrive. */
const unseen = (endpoint: Endpoint): Endpoint => ({ ...endpoint, requests: () => undefined })

const nowhere = (baseUrl: string, close = async () => undefined as void): Endpoint => ({
  baseUrl,
  requests: () => undefined,
  open: () => 0,
  close
})

const plain = async (conduct: FaultServerOptions, url = "http://127.0.0.1") => at(await listen(conduct), url)

const encrypted = (serve: Serve, tls: Certificate | undefined, host: string) =>
  plain({ serve, tls }, `https://${host}`)

/** IPv6 swallows connections; IPv4 on the same port reaches the server. */
const halfDead = async (serve: Serve): Promise<Endpoint> => {
  const server = await listen({ serve })
  const hole = await openBlackHole("::1", server.port)
  const close = async () => {
    await hole.close()
    await server.close()
  }
  return { ...at(server, `http://${dualStackName}`), close }
}

/** Opens an endpoint under this condition; its server follows the script. */
export const openEndpoint = async (
  link: NetworkCondition,
  serve: Serve,
  certificates?: Certificates
): Promise<Endpoint> => {
  switch (link) {
    case "plain":
      return plain({ serve })
    case "refused":
      // A privileged port that nothing uses: a port just closed could soon belong to another server.
      return nowhere("http://127.0.0.1:2")
    case "reset at accept":
      return unseen(await plain({ serve, accept: "reset" }))
    case "unread":
      // It never sees that a connection closes.
      return { ...unseen(await plain({ serve, accept: "ignore" })), open: () => 0 }
    case "unresolved":
      return nowhere(`http://${unresolvableName}`)
    case "silent name":
      return nowhere(`http://${silentName}`)
    case "black hole": {
      const { close, port } = await openBlackHole()
      return nowhere(`http://127.0.0.1:${port}`, close)
    }
    case "expired certificate":
      return unseen(await encrypted(serve, certificates?.expired, certifiedName))
    case "certificate of another host":
      return unseen(await encrypted(serve, certificates?.good, otherName))
    case "handshake without end":
      return unseen(await plain({ serve, accept: "swallow" }, "https://127.0.0.1"))
    case "dead IPv6":
      return halfDead(serve)
    case "proxy": {
      const server = await listen({ serve })
      const proxy = `http://127.0.0.1:${server.port}`
      return { ...at(server, ""), baseUrl: `https://${certifiedName}`, proxy }
    }
  }
}
