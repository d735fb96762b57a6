// A TCP server that follows a script for each request and counts requests and connections.
import * as Net from "node:net"
import { pipeline } from "node:stream/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { listenOn } from "../ports.ts"
import { bytesOf, type ServerScript } from "./ServerScript.ts"

/** How a fault server behaves. */
export interface FaultServerOptions {
  /** The script of the n-th request, counted from 1. */
  readonly serve: (n: number) => ServerScript
  /**
   * With a connection: reads requests, resets it at once, reads and says nothing, or never reads a byte and so never
   * sees it close. Default `serve`.
   */
  readonly accept?: "serve" | "reset" | "swallow" | "ignore" | undefined
  /** Called with the head of each request and its connection. */
  readonly onRequest?: ((head: string, socket: Net.Socket) => void) | undefined
}

/** A running fault server. */
export interface FaultServer {
  readonly port: number
  /** Complete requests so far. */
  readonly requests: () => number
  /** Connections accepted so far. */
  readonly connections: () => number
  /** Connections open now. */
  readonly open: () => number
  readonly close: () => Promise<void>
}

const forever = function* (bytes: Uint8Array) {
  while (true) yield bytes
}

const drip = async (socket: Net.Socket, pieces: ReadonlyArray<Uint8Array>, every: number) => {
  for (let n = 0; !socket.destroyed; n++) {
    socket.write(pieces[n % pieces.length] ?? "")
    await sleep(every)
  }
}

/** Plays a script on a connection. */
export const play = async (socket: Net.Socket, script: ServerScript): Promise<void> => {
  const write = (bytes: Uint8Array) => new Promise((resolve) => socket.write(bytes, resolve))
  for (const step of script) {
    if (socket.destroyed) return
    if (step === "end") socket.end()
    else if (step === "reset") {
      await sleep(5)
      socket.resetAndDestroy()
    } else if ("wait" in step) await sleep(step.wait)
    else if ("write" in step) await write(bytesOf(step.write))
    else if ("flood" in step) await pipeline(forever(step.flood), socket).catch(() => undefined)
    else await drip(socket, step.drip.map(bytesOf), step.every)
  }
}

/** Finds complete requests on a connection: a head and the body it declares. */
const makeReader = (onRequest: (head: string) => void) => {
  let text = ""
  let head = ""
  let missing = -1
  return (chunk: Buffer) => {
    let rest = chunk
    if (missing < 0) {
      text += chunk.toString("latin1")
      const end = text.indexOf("\r\n\r\n")
      if (end < 0) return
      missing = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? "0")
      head = text.slice(0, end)
      rest = Buffer.from(text.slice(end + 4), "latin1")
      text = ""
    }
    missing -= rest.length
    if (missing > 0) return
    missing = -1
    onRequest(head)
  }
}

/** Listens on a free port of 127.0.0.1. */
export const listen = async ({
  accept = "serve",
  onRequest,
  serve
}: FaultServerOptions): Promise<FaultServer> => {
  const sockets = new Set<Net.Socket>()
  let [connections, requests] = [0, 0]
  const server = Net.createServer({ noDelay: true, pauseOnConnect: accept === "ignore" }, (socket) => {
    connections++
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    socket.on("error", () => undefined)
    const begin = (head: string) => {
      requests++
      onRequest?.(head, socket)
      void play(socket, serve(requests))
    }
    if (accept === "serve") socket.on("data", makeReader(begin))
    if (accept === "reset") socket.resetAndDestroy()
    if (accept === "swallow") socket.resume()
  })
  return {
    port: await listenOn(server),
    requests: () => requests,
    connections: () => connections,
    open: () => sockets.size,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      })
  }
}
