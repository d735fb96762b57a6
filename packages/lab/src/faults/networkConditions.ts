// Endpoints by network condition: refused, unresolved, silent.
import dns from "node:dns"
import { once } from "node:events"
import { syncBuiltinESMExports } from "node:module"
import * as Net from "node:net"
import { Worker } from "node:worker_threads"
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

const unresolvableName = "nowhere.faults.test"
/** Its lookup never ends. */
const silentName = "silent.faults.test"

const replaceLookup = (lookup: unknown) => {
  Reflect.set(dns, "lookup", lookup)
  syncBuiltinESMExports()
}

/** Looks up the names of endpoints in this process, for every client, fetch included; returns a function that undoes it. */
export const overrideDns = (): (() => void) => {
  const own = dns.lookup
  replaceLookup((hostname: string, options: dns.LookupOptions, callback: (error: Error) => void): void => {
    if (hostname === silentName) return
    if (hostname !== unresolvableName) return Reflect.apply(own, dns, [hostname, options, callback])
    const message = `getaddrinfo ENOTFOUND ${hostname}`
    const error = Object.assign(new Error(message), { code: "ENOTFOUND", syscall: "getaddrinfo", hostname })
    setImmediate(() => callback(error))
  })
  return () => replaceLookup(own)
}

// The thread listens and then blocks for good: the kernel goes on queueing connections.
const blockingServer = `
  const { parentPort, workerData } = require("node:worker_threads")
  const server = require("node:net").createServer()
  server.listen({ host: "127.0.0.1", port: 0, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(workerData, 0, 0)
    process.exit()
  })`

/** Opens an address that accepts no connection and refuses none: Linux drops what does not fit its full listen queue. */
const openBlackHole = async () => {
  const lock = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(blockingServer, { eval: true, workerData: lock })
  const exited = once(worker, "exit")
  const [port] = (await once(worker, "message")) as [number]
  const fillers = Array.from({ length: 4 }, () => Net.connect(port, "127.0.0.1").on("error", () => undefined))
  // One more than the backlog fits: from then on the kernel drops what comes.
  await Promise.all(fillers.slice(0, 2).map((filler) => once(filler, "connect")))
  const close = async () => {
    for (const filler of fillers) filler.destroy()
    Atomics.store(lock, 0, 1)
    Atomics.notify(lock, 0)
    await exited
  }
  return { port, close }
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
  { serve, onRequest }: Pick<FaultServerOptions, "serve" | "onRequest">
): Promise<Endpoint> => {
  const served = async (accept?: FaultServerOptions["accept"]) => {
    const server = await listen({ serve, onRequest, accept })
    return { ...server, baseUrl: `http://127.0.0.1:${server.port}` }
  }
  switch (link) {
    case "plain":
      return served()
    case "refused":
      // A privileged port that nothing uses: a port just closed could soon belong to another server.
      return nowhere("http://127.0.0.1:2")
    case "reset at accept":
      return { ...(await served("reset")), requests }
    case "unread":
      // It never sees that a connection closes.
      return { ...(await served("ignore")), requests, open: () => 0 }
    case "unresolved":
      return nowhere(`http://${unresolvableName}`)
    case "silent name":
      return nowhere(`http://${silentName}`)
    case "black hole": {
      const { close, port } = await openBlackHole()
      return nowhere(`http://127.0.0.1:${port}`, close)
    }
    case "handshake without end": {
      const server = await served("swallow")
      return { ...server, baseUrl: server.baseUrl.replace("http", "https"), requests }
    }
  }
}
