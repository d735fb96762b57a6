// One raw connection of the suite: does its steps, and keeps what comes back.
import * as Net from "node:net"
import { type RawResponse, readResponses } from "./readResponses.ts"
import type { Step, Target } from "./Threat.ts"

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Whether the engine of a server works on something. */
export const isEngineBusy = async (target: Target): Promise<boolean> =>
  (await queryServer<number>(target, "busy")) > 0

/** What the process of the servers tells of itself. */
export const queryServer = async <A>(
  { control }: Target,
  what: "busy" | "held" | "turn" | "outgoing" | "leaks"
): Promise<A> => (await fetch(`http://127.0.0.1:${control}/${what}`)).json()

/** Polls until it holds, for so many milliseconds at most; tells whether it came to hold. */
export const pollUntil = async (
  holds: () => boolean | Promise<boolean>,
  milliseconds: number
): Promise<boolean> => {
  const end = performance.now() + milliseconds
  while (!(await holds())) {
    if (performance.now() > end) return false
    await pause(2)
  }
  return true
}

/** A connection, its own close being a reset. */
export class RawConnection {
  readonly #socket: Net.Socket
  readonly #target: Target
  readonly #chunks: Array<Buffer> = []
  #size = 0
  #ended = false

  private constructor(target: Target, socket: Net.Socket) {
    this.#target = target
    this.#socket = socket
    socket.on("data", (chunk: Buffer) => {
      this.#size += chunk.length
      this.#chunks.push(chunk)
    })
    socket.on("error", () => undefined)
    for (const event of ["end", "close"]) {
      socket.on(event, () => {
        this.#ended = true
      })
    }
  }

  static open(target: Target): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = Net.connect({ host: "127.0.0.1", port: target.port, allowHalfOpen: true })
      socket.once("error", reject)
      socket.once("connect", () => resolve(new RawConnection(target, socket)))
    })
  }

  get isEnded(): boolean {
    return this.#ended
  }

  /** Bytes that came. */
  get size(): number {
    return this.#size
  }

  answers(): ReadonlyArray<RawResponse> {
    return readResponses(Buffer.concat(this.#chunks), this.#ended)
  }

  /** Resolves when it is on its way, or can no longer be. */
  #write(data: string | Uint8Array): Promise<void> {
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

  async take(step: Step, milliseconds: number): Promise<void> {
    if (typeof step === "string" || step instanceof Uint8Array) await this.#write(step)
    else if (typeof step === "function") await this.#write(step(this.answers()))
    else if ("leave" in step) this.#leave(step.leave)
    else if ("deaf" in step) this.#socket.pause()
    else if ("wait" in step) await pause(step.wait)
    else if ("engine" in step) await pollUntil(() => isEngineBusy(this.#target), milliseconds)
    else if ("repeat" in step) {
      const piece = Buffer.from(
        step.repeat.repeat(Math.max(1, Math.floor(65_536 / step.repeat.length))),
        "latin1"
      )
      let left = step.times * step.repeat.length
      while (left > 0 && !this.#ended) {
        await this.#write(left < piece.length ? piece.subarray(0, left) : piece)
        left -= piece.length
      }
    } else {
      let seen = -1
      await pollUntil(() => {
        if (seen === this.#size) return this.#ended
        seen = this.#size
        const answers = this.answers()
        return (
          this.#ended ||
          (step.begun ? answers : answers.filter(({ isWhole }) => isWhole)).length >= step.answers
        )
      }, milliseconds)
    }
  }

  #leave(how: "FIN" | "RST"): void {
    if (how === "FIN") this.#socket.end()
    else this.#socket.resetAndDestroy()
  }

  destroy(): void {
    if (!this.#socket.destroyed) this.#socket.resetAndDestroy()
  }
}
