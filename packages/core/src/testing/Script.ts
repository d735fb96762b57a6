// Runs a script: the steps left, the requests sent, and the errors so far.
import { Defect, type ClientExchange, type Transport, type TransportRequest } from "../client/Transport.ts"
import { someOf } from "./differences.ts"
import { lineOf, type SentRequest, sentRequest } from "./SentRequest.ts"
import { play, type Step } from "./Step.ts"

/** A step, or a function of the request that makes it. */
export type ScriptStep = Step | ((request: SentRequest) => Step)

/** A script does not match its test: a request was not expected, or a step was not used. */
export class ScriptError extends Error {
  override readonly name = "ScriptError"
}

/** Rules of a script. */
export interface ScriptRules {
  /**
   * `strict`: each request gets the next step, which must accept it. `any`: it gets the first unused step that accepts
   * it, for concurrent calls. Default `strict`.
   */
  readonly order?: "strict" | "any" | undefined
}

interface Left {
  readonly step: ScriptStep
  readonly position: number
}

/** The name of a step in messages. */
type Label = (position: number, name?: string) => string

/** A running script. */
export interface Script {
  readonly transport: Transport["Service"]
  readonly requests: ReadonlyArray<SentRequest>
  /** Throws a {@link ScriptError} for unexpected requests and unused steps. */
  readonly assertDone: () => void
}

const over: ClientExchange = { abort: () => undefined, resume: () => undefined }

/** Starts a script. */
export const makeScript = (
  steps: ReadonlyArray<ScriptStep>,
  { order = "strict" }: ScriptRules,
  label: Label
): Script => {
  const requests: Array<SentRequest> = []
  const complaints: Array<string> = []
  const left: Array<Left> = steps.map((step, index) => ({ step, position: index + 1 }))

  const complain = (message: string): ScriptError => {
    complaints.push(message)
    return new ScriptError(message)
  }

  const stepFor = ({ position, step }: Left, request: SentRequest): Step => {
    if (typeof step !== "function") return step
    try {
      return step(request)
    } catch (thrown) {
      complain(`${label(position)} threw at ${lineOf(request)}.`)
      throw thrown
    }
  }

  /** Takes the step for a request. */
  const meet = (request: SentRequest, raw: TransportRequest): Step => {
    const who = `Request ${requests.length}, ${lineOf(request)},`
    const candidates = (order === "strict" ? left.slice(0, 1) : left).map((one) => {
      const step = stepFor(one, request)
      return { ...one, name: step.name, wire: step, objections: step.objections(request, raw) }
    })
    const fitting = candidates.find(({ objections }) => objections.length === 0)
    if (fitting !== undefined) {
      left.splice(
        left.findIndex(({ position }) => position === fitting.position),
        1
      )
      return fitting.wire
    }
    const [nearest] = candidates.toSorted((a, b) => a.objections.length - b.objections.length)
    if (nearest === undefined) {
      throw complain(
        `${who} was not expected: ${steps.length === 0 ? "the script is empty" : "all steps are used"}.`
      )
    }
    const whom = label(nearest.position, nearest.name)
    const place = order === "strict" ? `does not fit ${whom}` : `fits no unused step; the closest is ${whom}`
    throw complain(`${who} ${place}: ${someOf(nearest.objections)}.`)
  }

  return {
    requests,
    transport: {
      codings: [],
      propagatesTrace: true,
      send: (raw, receiver) => {
        const request = sentRequest(raw)
        requests.push(request)
        let step: Step
        try {
          step = meet(request, raw)
        } catch (thrown) {
          // A mistake in the test must not be retried like a failed connection.
          receiver.onError(new Defect(thrown))
          return over
        }
        return play(step.wire, receiver)
      }
    },
    assertDone: () => {
      const unasked = left.map(({ position, step }) => {
        const name = typeof step === "function" ? undefined : step.name
        return `${label(position, name)} was not used.`
      })
      const all = [...complaints, ...unasked]
      if (all.length > 0) throw new ScriptError(all.length === 1 ? all[0] : `- ${all.join("\n- ")}`)
    }
  }
}
