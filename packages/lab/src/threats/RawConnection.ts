// One TCP connection over which any bytes go, and which is left in any way. No method fails once it is open.
import * as Net from "node:net"

/** A connection that takes what comes. */
export class RawConnection {
  readonly socket: Net.Socket

  constructor(port: number, onData: (chunk: Buffer) => void) {
    this.socket = Net.connect({ host: "127.0.0.1", port, allowHalfOpen: true, noDelay: true })
    this.socket.on("data", onData)
    this.socket.on("error", () => undefined)
  }

  /** Whether the server has closed its side, or the connection is gone. */
  get hasEnded(): boolean {
    return this.socket.readableEnded || this.socket.destroyed
  }

  /** Resolves when the data is written or the connection is closed. Text is Latin-1. */
  write(data: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.destroyed) return resolve()
      const done = () => resolve()
      this.socket.once("close", done)
      this.socket.write(typeof data === "string" ? Buffer.from(data, "latin1") : data, () => {
        this.socket.off("close", done)
        resolve()
      })
    })
  }

  /** Stops reading. */
  deafen(): void {
    this.socket.pause()
  }

  /** Closes the connection: FIN waits for the server's own, RST does not. */
  leave(how: "FIN" | "RST"): void {
    if (how === "FIN") this.socket.end()
    else if (!this.socket.destroyed) this.socket.resetAndDestroy()
  }
}
