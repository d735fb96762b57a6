// An address that accepts no connection and refuses none: its listen queue is full.
// Linux drops what does not fit a full queue.
import * as Net from "node:net"
import { once } from "node:events"
import { Worker } from "node:worker_threads"

/** An address at which no handshake completes. */
export interface BlackHole {
  readonly port: number
  readonly close: () => Promise<void>
}

// The thread listens and then blocks for good: the kernel goes on queueing connections.
const program = `
  const { parentPort, workerData } = require("node:worker_threads")
  const server = require("node:net").createServer()
  server.listen({ ...workerData.at, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(workerData.lock, 0, 0)
    process.exit()
  })`

const connect = (at: Net.TcpNetConnectOpts) => {
  const socket = Net.connect(at)
  socket.on("error", () => undefined)
  return socket
}

/** Opens a black hole and fills its queue. */
export const openBlackHole = async (host = "127.0.0.1", wanted = 0): Promise<BlackHole> => {
  const lock = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(program, { eval: true, workerData: { at: { host, port: wanted }, lock } })
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    worker.once("message", resolve)
    worker.once("error", reject)
  })
  const fillers = Array.from({ length: 4 }, () => connect({ host, port }))
  // One more than the backlog fits: from then on the kernel drops what comes.
  await Promise.all(fillers.slice(0, 2).map((filler) => once(filler, "connect")))
  return {
    port,
    close: async () => {
      for (const filler of fillers) filler.destroy()
      Atomics.store(lock, 0, 1)
      Atomics.notify(lock, 0)
      await exited
    }
  }
}
