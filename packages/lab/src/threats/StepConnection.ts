// One connection that takes the steps of a threat and keeps the responses, and questions to the server's process.
import { once } from "node:events"
import { holdsWithin, pause } from "../processes.ts"
import { notifyAsStranger } from "./databaseRole.ts"
import { RawConnection } from "./RawConnection.ts"
import { type RawResponse, readResponses } from "./readResponses.ts"
import type { Step, Target } from "./Threat.ts"

/** Asks the control port of the server process. */
export const queryServer = async <A>(
  { control }: Target,
  what: "busy" | "held" | "turn" | "outgoing" | "leaks" | "pid"
): Promise<A> => (await fetch(`http://127.0.0.1:${control}/${what}`)).json()

/** Whether an engine of the server is working. */
export const isEngineBusy = async (target: Target): Promise<boolean> =>
  (await queryServer<number>(target, "busy")) > 0

/** A connection that is closed by a reset. */
export class StepConnection {
  readonly #connection: RawConnection
  readonly #target: Target
  readonly #chunks: Array<Buffer> = []
  #size = 0

  private constructor(target: Target) {
    this.#target = target
    this.#connection = new RawConnection(target.port, (chunk) => {
      this.#size += chunk.length
      this.#chunks.push(chunk)
    })
  }

  static async open(target: Target): Promise<StepConnection> {
    const opened = new StepConnection(target)
    await once(opened.#connection.socket, "connect")
    return opened
  }

  get hasEnded(): boolean {
    return this.#connection.hasEnded
  }

  answers(): ReadonlyArray<RawResponse> {
    return readResponses(Buffer.concat(this.#chunks), this.hasEnded)
  }

  async take(step: Step, milliseconds: number): Promise<void> {
    const connection = this.#connection
    if (typeof step === "string" || step instanceof Uint8Array) await connection.write(step)
    else if (typeof step === "function") await connection.write(step(this.answers()))
    else if ("leave" in step) connection.leave(step.leave)
    else if ("deaf" in step) connection.deafen()
    else if ("notify" in step) await notifyAsStranger(this.#target.database ?? "", step.notify)
    else if ("wait" in step) await pause(step.wait)
    else if ("engine" in step) await holdsWithin(milliseconds, () => isEngineBusy(this.#target))
    else if ("repeat" in step) await this.#repeat(step.repeat, step.times)
    else await this.#awaitAnswers(step.answers, step.begun === true, milliseconds)
  }

  async #repeat(text: string, times: number): Promise<void> {
    const piece = Buffer.from(text.repeat(Math.max(1, Math.floor(65_536 / text.length))), "latin1")
    for (let left = times * text.length; left > 0 && !this.hasEnded; left -= piece.length)
      await this.#connection.write(left < piece.length ? piece.subarray(0, left) : piece)
  }

  async #awaitAnswers(count: number, countsBegun: boolean, milliseconds: number): Promise<void> {
    let seen = -1
    await holdsWithin(milliseconds, () => {
      if (seen === this.#size) return this.hasEnded
      seen = this.#size
      const answers = this.answers().filter(({ isWhole }) => countsBegun || isWhole)
      return this.hasEnded || answers.length >= count
    })
  }

  destroy(): void {
    this.#connection.leave("RST")
  }
}
