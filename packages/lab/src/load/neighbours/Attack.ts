// One kind of attack and its rate, and the connections of attackers.
import { RawConnection } from "../../threats/RawConnection.ts"

/** Takes the status of the first answer on a connection, or `no answer`. */
export type Report = (what: string) => void

/** A connection of an attacker. No method fails. */
export class AttackConnection extends RawConnection {
  constructor(port: number, report: Report) {
    let isTold = false
    const tell = (what: string) => {
      if (!isTold) report(what)
      isTold = true
    }
    super(port, (chunk) => tell(chunk.toString("latin1", 9, 12)))
    this.socket.on("end", () => this.socket.destroy())
    this.socket.on("close", () => tell("no answer"))
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

/** One kind of attack. */
export interface Attack {
  readonly name: string
  /** Milliseconds between two runs. */
  readonly every: number
  /** Greatest number of concurrent runs. */
  readonly most: number
  /** Runs it once, with the key of a hostile group; `turn` counts from 0. */
  readonly run: (port: number, report: Report, key: string, turn: number) => Promise<void>
}

/** The elements in turn, again and again. */
export const roundRobin = <A>(all: readonly [A, ...ReadonlyArray<A>], turn: number): A =>
  all[turn % all.length] ?? all[0]

/** Sends data over a connection of its own and waits until the server closes it; reads nothing if it is deaf. */
export const sending = (
  name: string,
  every: number,
  most: number,
  data: (key: string, turn: number) => string | Uint8Array,
  { isDeaf = false, patience = 60_000 } = {}
): Attack => ({
  name,
  every,
  most,
  run: async (port, report, key, turn) => {
    const connection = new AttackConnection(port, report)
    if (isDeaf) connection.deafen()
    await connection.write(data(key, turn))
    await connection.over(patience)
  }
})
