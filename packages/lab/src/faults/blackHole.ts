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
  server.listen({ host: "127.0.0.1", port: 0, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(workerData.lock, 0, 0)
    process.exit()
  })`

/** Opens a black hole and fills its queue. */
export const openBlackHole = async (): Promise<BlackHole> => {
  const lock = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(program, { eval: true, workerData: { lock } })
  const exited = once(worker, "exit")
  const [port] = (await once(worker, "message")) as [number]
  const fillers = Array.from({ length: 4 }, () => Net.connect(port, "127.0.0.1").on("error", () => undefined))
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
