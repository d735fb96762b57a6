// One raw connection of an attacker: tells the status of each answer, and how it ended without one.
import * as Net from "node:net"

/** Takes a status, `cut` for an end by the server without an answer, `left` for one by the attacker. */
export type Report = (what: string) => void

const statusLine = /HTTP\/1\.[01] (\d{3})/g
/** One byte less than a mark: what may be the first part of one that was split. */
const overlap = 11

/** A connection of an attacker. Nothing it does fails. */
export class RawConnection {
  readonly #socket: Net.Socket
  #rest = ""
  #isTold = false
  #hasLeft = false
  #isClosed = false

  constructor(port: number, tell: Report) {
    this.#socket = Net.connect({ host: "127.0.0.1", port, allowHalfOpen: true, noDelay: true })
    this.#socket.on("data", (chunk: Buffer) => {
      const text = this.#rest + chunk.toString("latin1")
      for (const [, status = ""] of text.matchAll(statusLine)) {
        this.#isTold = true
        tell(status)
      }
      this.#rest = text.slice(-overlap)
    })
    this.#socket.on("error", () => undefined)
    this.#socket.on("end", () => this.#socket.destroy())
    this.#socket.on("close", () => {
      this.#isClosed = true
      if (!this.#isTold) tell(this.#hasLeft ? "left" : "cut")
    })
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Resolves when it is on its way, or can no longer be. */
  write(data: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.destroyed) return resolve()
      const done = () => resolve()
      this.#socket.once("close", done)
      this.#socket.write(typeof data === "string" ? Buffer.from(data, "latin1") : data, () => {
        this.#socket.off("close", done)
        resolve()
      })
    })
  }

  /** Reads nothing any more. */
  deafen(): void {
    this.#socket.pause()
  }

  /** Resolves when the connection is closed, or is left because so many milliseconds have passed. */
  over(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isClosed) return resolve()
      const timer = setTimeout(() => this.leave("RST"), milliseconds)
      this.#socket.once("close", () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  /** FIN waits for the server's own; RST does not. */
  leave(how: "FIN" | "RST"): void {
    this.#hasLeft = true
    if (how === "FIN") this.#socket.end()
    else if (!this.#socket.destroyed) this.#socket.resetAndDestroy()
  }
}

/** A few milliseconds of nothing. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
