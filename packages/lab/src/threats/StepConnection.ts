// One connection that takes the steps of a threat and keeps the responses, and questions to the server's process.
import { once } from "node:events"
import { holdsWithin, pause } from "../processes.ts"
import { RawConnection } from "./RawConnection.ts"
import { type RawResponse, readResponses } from "./readResponses.ts"
import type { Step, Target } from "./Threat.ts"

/** Asks the control port of the server process. */
export const queryServer = async <A>(
  { control }: Target,
  what: "busy" | "held" | "turn" | "outgoing" | "leaks"
): Promise<A> => (await fetch(`http://127.0.0.1:${control}/${what}`)).json()

/** Whether an engine of the server is working. */
export const isEngineBusy = async (target: Target): Promise<boolean> =>
  (await queryServer<number>(target, "busy")) > 0

/** A connection that keeps what comes. */
export class StepConnection extends RawConnection {
  readonly #target: Target
  readonly #chunks: Array<Buffer>

  private constructor(target: Target) {
    const chunks: Array<Buffer> = []
    super(target.port, (chunk) => chunks.push(chunk))
    this.#target = target
    this.#chunks = chunks
  }

  static async open(target: Target): Promise<StepConnection> {
    const opened = new StepConnection(target)
    await once(opened.socket, "connect")
    return opened
  }

  answers(): ReadonlyArray<RawResponse> {
    return readResponses(Buffer.concat(this.#chunks), this.hasEnded)
  }

  async take(step: Step, milliseconds: number): Promise<void> {
    if (typeof step === "string") await this.write(step)
    else if (typeof step === "function") await this.write(step(this.answers()))
    else if ("leave" in step) this.leave(step.leave)
    else if ("deaf" in step) this.deafen()
    else if ("run" in step) await step.run(this.#target)
    else if ("wait" in step) await pause(step.wait)
    else if ("engine" in step) await holdsWithin(milliseconds, () => isEngineBusy(this.#target))
    else if ("repeat" in step) await this.#repeat(step.repeat, step.times)
    else await this.awaitAnswers(step.answers, milliseconds, step.begun)
  }

  async #repeat(text: string, times: number): Promise<void> {
    const piece = Buffer.from(text.repeat(Math.max(1, Math.floor(65_536 / text.length))), "latin1")
    for (let left = times * text.length; left > 0 && !this.hasEnded; left -= piece.length)
      await this.write(left < piece.length ? piece.subarray(0, left) : piece)
  }

  /** Waits for so many responses, complete or begun; the end of the connection is enough. */
  async awaitAnswers(count: number, milliseconds: number, begun = false): Promise<void> {
    let seen = -1
    await holdsWithin(milliseconds, () => {
      if (this.hasEnded || seen === this.#chunks.length) return this.hasEnded
      seen = this.#chunks.length
      return this.answers().filter(({ isWhole }) => begun || isWhole).length >= count
    })
  }
}
