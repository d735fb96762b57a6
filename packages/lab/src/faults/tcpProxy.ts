// A TCP proxy on this machine whose connections a test cuts or silences: the network between a server and what it uses.
import { connect, createServer, type Socket } from "node:net"
import { listenOn } from "../ports.ts"

/** A network between clients and one port. */
export interface TcpProxy {
  /** The port that clients connect to. */
  readonly port: number
  /** Resets all connections, and each new one. */
  readonly cut: () => void
  /** Lets no byte pass in either direction. Connections stay, and new ones are accepted. */
  readonly silence: () => void
  /** Lets everything pass again: what silence has held back, too. */
  readonly restore: () => void
  readonly close: () => Promise<void>
}

type State = "open" | "cut" | "silent"

/** Starts a proxy to a port of this machine. */
export const startTcpProxy = async (target: number): Promise<TcpProxy> => {
  let state: State = "open"
  /** Each socket with the one that gets its bytes. */
  const pairs = new Map<Socket, Socket>()
  const join = (socket: Socket, other: Socket) => {
    pairs.set(socket, other)
    if (state !== "silent") socket.pipe(other)
    socket.on("error", () => undefined)
    socket.once("close", () => {
      pairs.delete(socket)
      other.destroy()
    })
  }
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    if (state === "cut") return socket.resetAndDestroy()
    const other = connect(target, "127.0.0.1")
    join(socket, other)
    join(other, socket)
    return
  })
  return {
    port: await listenOn(server),
    cut: () => {
      state = "cut"
      for (const socket of pairs.keys()) socket.resetAndDestroy()
    },
    silence: () => {
      state = "silent"
      for (const socket of pairs.keys()) socket.unpipe().pause()
    },
    restore: () => {
      state = "open"
      for (const [socket, other] of pairs) socket.unpipe().pipe(other)
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of pairs.keys()) socket.destroy()
        server.close(() => resolve())
      })
  }
}
