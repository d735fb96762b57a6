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
  const sockets = new Set<Socket>()
  const follow = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on("data", (data) => {
      if (!other.write(data)) socket.pause()
    })
    other.on("drain", () => {
      if (state !== "silent") socket.resume()
    })
    socket.on("error", () => undefined)
    socket.once("end", () => other.end())
    socket.once("close", () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  const server = createServer((socket) => {
    if (state === "cut") return socket.resetAndDestroy()
    const other = connect(target, "127.0.0.1")
    follow(socket, other)
    follow(other, socket)
    if (state === "silent") for (const each of [socket, other]) each.pause()
    return
  })
  return {
    port: await listenOn(server),
    cut: () => {
      state = "cut"
      for (const socket of sockets) socket.resetAndDestroy()
    },
    silence: () => {
      state = "silent"
      for (const socket of sockets) socket.pause()
    },
    restore: () => {
      state = "open"
      for (const socket of sockets) socket.resume()
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      })
  }
}
