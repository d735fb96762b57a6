// One kind of attack and its rate, and the connections of attackers. They may use only part of a core: real ones run on
// other machines.
import { type Counts, countOne } from "../../tables.ts"
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

/** The server to attack, and keys of hostile groups, which every attack takes in turn. */
export interface Target {
  readonly port: number
  readonly hostile: readonly [string, ...ReadonlyArray<string>]
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

/** How often each status, or end without one, was seen, by attack. */
export type Tally = { readonly [attack: string]: Readonly<Counts> }

/** The part of one core that attackers may use; above it, attacks are skipped. */
const cpuShare = 0.4

const checkInterval = 250

/** Watches whether this process uses more than its share. */
const watchCpuShare = () => {
  let before = process.cpuUsage()
  let at = performance.now()
  let isOver = false
  const timer = setInterval(() => {
    const now = performance.now()
    const { system, user } = process.cpuUsage(before)
    isOver = (system + user) / 1_000 > cpuShare * (now - at)
    before = process.cpuUsage()
    at = now
  }, checkInterval)
  return { isOver: () => isOver, stop: () => clearInterval(timer) }
}

/** Starts all attacks, each at its rate. */
export const startAttacks = (attacks: ReadonlyArray<Attack>, { hostile, port }: Target) => {
  const tally: { [attack: string]: Counts } = {}
  const watch = watchCpuShare()
  const timers = attacks.map(({ every, most, name, run }) => {
    const counts: Counts = (tally[name] = {})
    const report: Report = (what) => countOne(counts, what)
    let turn = 0
    let running = 0
    return setInterval(() => {
      if (running >= most || watch.isOver()) return
      running++
      const key = roundRobin(hostile, turn)
      void run(port, report, key, turn++).finally(() => running--)
    }, every)
  })
  return {
    tally: (): Tally => tally,
    stop: () => {
      for (const timer of timers) clearInterval(timer)
      watch.stop()
    }
  }
}
