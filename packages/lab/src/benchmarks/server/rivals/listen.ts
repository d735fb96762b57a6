// A server of node:http alone on a free port, with Leadline's settings of connections.
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { connections } from "./guards.ts"

/** Listens; gives the port. */
export const listen = (listener: RequestListener): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer(listener)
    Object.assign(server, connections)
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  })
