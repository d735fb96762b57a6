// Endpoints by network condition: refused, unresolved, behind a proxy, with a bad certificate.
import { type BlackHole, openBlackHole } from "./blackHole.ts"
import type { Certificate, makeCertificates } from "./certificates.ts"
import { type FaultServerOptions, type FaultServer, listen } from "./faultServer.ts"
import { dualStackName, unresolvableName, otherName, certifiedName } from "./dnsNames.ts"
import type { NetworkCondition } from "./rows/FaultRow.ts"
import type { ServerScript } from "./ServerScript.ts"

/** A URL for calls, and the server behind it. */
export interface Endpoint {
  readonly baseUrl: string
  /** URL of the proxy to use. */
  readonly proxy?: string
  /** Requests that arrived; undefined where none can arrive. */
  readonly requests: () => number | undefined
  readonly close: () => Promise<void>
}

type Certificates = Awaited<ReturnType<typeof makeCertificates>>
type Serve = (n: number) => ServerScript

const place = (server: FaultServer, url: string): Endpoint => ({
  baseUrl: `${url}:${server.port}`,
  requests: server.requests,
  close: server.close
})

const plain = async (conduct: FaultServerOptions) => place(await listen(conduct), "http://127.0.0.1")

const encrypted = async (serve: Serve, tls: Certificate, host: string) =>
  place(await listen({ serve, tls }), `https://${host}`)

/** An endpoint at which no request can arrive. */
const unseen = (at: Endpoint): Endpoint => ({ ...at, requests: () => undefined })

/** A privileged port that nothing uses: a port just closed could soon belong to another server. */
const refused: Endpoint = {
  baseUrl: "http://127.0.0.1:2",
  requests: () => undefined,
  close: async () => undefined
}

const swallowed = ({ close, port }: BlackHole): Endpoint => ({
  baseUrl: `http://127.0.0.1:${port}`,
  requests: () => undefined,
  close
})

/** IPv6 swallows connections; IPv4 on the same port reaches the server. */
const halfDead = async (serve: Serve): Promise<Endpoint> => {
  const server = await listen({ serve })
  const hole = await openBlackHole("::1", server.port)
  return {
    ...place(server, `http://${dualStackName}`),
    close: async () => {
      await hole.close()
      await server.close()
    }
  }
}

const behindProxy = async (serve: Serve): Promise<Endpoint> => {
  const server = await listen({ serve })
  return {
    baseUrl: `https://${certifiedName}`,
    proxy: `http://127.0.0.1:${server.port}`,
    requests: server.requests,
    close: server.close
  }
}

/** Opens an endpoint under this condition; its server follows the script. */
export const openEndpoint = async (
  link: NetworkCondition,
  serve: Serve,
  certificates: Certificates
): Promise<Endpoint> => {
  switch (link) {
    case "plain":
      return plain({ serve })
    case "refused":
      return refused
    case "reset at accept":
      return unseen(await plain({ serve, accept: "reset" }))
    case "unread":
      return unseen(await plain({ serve, accept: "ignore" }))
    case "unresolved":
      return {
        baseUrl: `http://${unresolvableName}`,
        requests: () => undefined,
        close: async () => undefined
      }
    case "black hole":
      return swallowed(await openBlackHole())
    case "expired certificate":
      return unseen(await encrypted(serve, certificates.expired, certifiedName))
    case "certificate of another host":
      return unseen(await encrypted(serve, certificates.good, otherName))
    case "good certificate":
      return encrypted(serve, certificates.good, certifiedName)
    case "handshake without end":
      return unseen(place(await listen({ serve, accept: "swallow" }), "https://127.0.0.1"))
    case "dead IPv6":
      return halfDead(serve)
    case "proxy":
      return behindProxy(serve)
  }
}
