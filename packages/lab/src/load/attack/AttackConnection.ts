// One TCP connection of an attacker: reports the status of each response, or how the connection ended.
import { RawConnection } from "../../threats/RawConnection.ts"

/** Takes a status; `cut` if the server closed without a response, `left` if the attacker did. */
export type Report = (what: string) => void

const statusLine = /HTTP\/1\.[01] (\d{3})/g
/** One byte less than a status line prefix, which may be split between chunks. */
const overlap = 11

/** A connection of an attacker. No method fails. */
export class AttackConnection extends RawConnection {
  #hasLeft = false

  constructor(port: number, report: Report) {
    let rest = ""
    let isTold = false
    super(port, (chunk) => {
      const text = rest + chunk.toString("latin1")
      for (const [, status = ""] of text.matchAll(statusLine)) {
        isTold = true
        report(status)
      }
      rest = text.slice(-overlap)
    })
    this.socket.on("end", () => this.socket.destroy())
    this.socket.on("close", () => {
      if (!isTold) report(this.#hasLeft ? "left" : "cut")
    })
  }

  override leave(how: "FIN" | "RST"): void {
    this.#hasLeft = true
    super.leave(how)
  }

  /** Resolves when the connection is closed; resets it after so many milliseconds. */
  over(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.closed) return resolve()
      const timer = setTimeout(() => this.leave("RST"), milliseconds)
      this.socket.once("close", () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}

/** Sends a text and waits until the server closes, so many milliseconds at most; reads nothing if it is deaf. */
export const sendOnce = async (
  port: number,
  report: Report,
  text: string,
  { isDeaf = false, milliseconds = 60_000 } = {}
): Promise<void> => {
  const connection = new AttackConnection(port, report)
  if (isDeaf) connection.deafen()
  await connection.write(text)
  await connection.over(milliseconds)
}
