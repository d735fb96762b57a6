// One TCP connection of an attacker: reports the status of each response, or how the connection ended.
import * as Net from "node:net"

/** Takes a status; `cut` if the server closed without a response, `left` if the attacker did. */
export type Report = (what: string) => void

const statusLine = /HTTP\/1\.[01] (\d{3})/g
/** One byte less than a status line prefix, which may be split between chunks. */
const overlap = 11

/** A connection of an attacker. No method fails. */
export class RawConnection {
  readonly #socket: Net.Socket
  #rest = ""
  #isTold = false
  #hasLeft = false
  #isClosed = false

  constructor(port: number, report: Report) {
    this.#socket = Net.connect({ host: "127.0.0.1", port, allowHalfOpen: true, noDelay: true })
    this.#socket.on("data", (chunk: Buffer) => {
      const text = this.#rest + chunk.toString("latin1")
      for (const [, status = ""] of text.matchAll(statusLine)) {
        this.#isTold = true
        report(status)
      }
      this.#rest = text.slice(-overlap)
    })
    this.#socket.on("error", () => undefined)
    this.#socket.on("end", () => this.#socket.destroy())
    this.#socket.on("close", () => {
      this.#isClosed = true
      if (!this.#isTold) report(this.#hasLeft ? "left" : "cut")
    })
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Resolves when the data is written or the connection is closed. */
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

  /** Stops reading. */
  deafen(): void {
    this.#socket.pause()
  }

  /** Resolves when the connection is closed; resets it after so many milliseconds. */
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

  /** Closes the connection: FIN waits for the server's own, RST does not. */
  leave(how: "FIN" | "RST"): void {
    this.#hasLeft = true
    if (how === "FIN") this.#socket.end()
    else if (!this.#socket.destroyed) this.#socket.resetAndDestroy()
  }
}

/** Waits so many milliseconds. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
