// One TCP connection that takes the steps of a threat and keeps the responses.
import * as Net from "node:net"
import { type RawResponse, readResponses } from "./readResponses.ts"
import type { Step, Target } from "./Threat.ts"

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Whether an engine of the server is working. */
export const isEngineBusy = async (target: Target): Promise<boolean> =>
  (await queryServer<number>(target, "busy")) > 0

/** Asks the control port of the server process. */
export const queryServer = async <A>(
  { control }: Target,
  what: "busy" | "held" | "turn" | "outgoing" | "leaks"
): Promise<A> => (await fetch(`http://127.0.0.1:${control}/${what}`)).json()

/** Polls a condition for so many milliseconds at most; whether it was met. */
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

/** A connection that is closed by a reset. */
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

  /** Bytes received. */
  get size(): number {
    return this.#size
  }

  answers(): ReadonlyArray<RawResponse> {
    return readResponses(Buffer.concat(this.#chunks), this.#ended)
  }

  /** Resolves when the data is written or the connection is closed. */
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
