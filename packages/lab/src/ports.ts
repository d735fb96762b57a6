// Ports of this machine, and servers of this process on them.
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import * as Net from "node:net"

/** Lets a server listen on a free port of 127.0.0.1; gives the port. */
export const listenOn = async (server: Net.Server): Promise<number> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as Net.AddressInfo).port
}

/** A server that listens. */
export interface LocalServer {
  readonly port: number
  readonly url: string
  /** Ends it with its connections. */
  readonly close: () => Promise<void>
}

/** Starts an HTTP server on a free port. */
export const serveHttp = async (listener: RequestListener): Promise<LocalServer> => {
  // On a busy machine a client could use a connection at the moment it is closed for idleness.
  const server = createServer({ keepAliveTimeout: 60_000 }, listener)
  const port = await listenOn(server)
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = Net.createServer()
  const port = await listenOn(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
