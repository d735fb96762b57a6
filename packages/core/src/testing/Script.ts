// The state of a script: which steps are left, what was sent, and what went wrong.
import { Defect, type Exchange, type Transport, type TransportRequest } from "../client/Transport.ts"
import { someOf } from "./differences.ts"
import { lineOf, type SentRequest, sentRequest } from "./SentRequest.ts"
import { play, type Step } from "./Step.ts"

/** A step, or what makes one of the request it is for. */
export type ScriptStep = Step | ((request: SentRequest) => Step)

/** A test and its script disagree: a request nobody expected, or a step nobody asked for. */
export class ScriptError extends Error {
  override readonly name = "ScriptError"
}

/** How a script is followed. */
export interface ScriptRules {
  /**
   * `strict`: each request meets the next step, which must fit. `any`: it meets the first step left that fits, for
   * calls made at the same time. Default `strict`.
   */
  readonly order?: "strict" | "any" | undefined
}

interface Left {
  readonly step: ScriptStep
  readonly position: number
}

/** Names a step for messages. */
type Label = (position: number, name?: string) => string

/** A script at work. */
export interface Script {
  readonly transport: Transport["Service"]
  readonly requests: ReadonlyArray<SentRequest>
  /** Throws a {@link ScriptError} for requests that met nothing and for steps that are left. */
  readonly assertDone: () => void
}

const over: Exchange = { abort: () => undefined, resume: () => undefined }

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

  /** The step a request meets; it is used up. */
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
      throw complain(`${who} was not expected: ${steps.length === 0 ? "nothing is" : "all is used"}.`)
    }
    const whom = label(nearest.position, nearest.name)
    const place =
      order === "strict" ? `does not fit ${whom}` : `fits nothing that is left, the nearest being ${whom}`
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
          // A mistake of the test is no failure of the wire, which might be retried.
          receiver.onError(new Defect(thrown))
          return over
        }
        return play(step.wire, receiver)
      }
    },
    assertDone: () => {
      const unasked = left.map(({ position, step }) => {
        const name = typeof step === "function" ? undefined : step.name
        return `${label(position, name)} was never asked for.`
      })
      const all = [...complaints, ...unasked]
      if (all.length > 0) throw new ScriptError(all.length === 1 ? all[0] : `- ${all.join("\n- ")}`)
    }
  }
}
