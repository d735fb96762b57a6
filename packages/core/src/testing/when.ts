// Which request a step is for.
import { differences } from "./differences.ts"
import type { SentRequest } from "./SentRequest.ts"
import type { Step } from "./Step.ts"

/** What is expected of a request. Objects may hold more than is named; lists and plain values are whole. */
export interface Expected {
  readonly method?: string
  /** Without base URL and query, as `/v1/decisions`. */
  readonly path?: string
  readonly query?: { readonly [name: string]: string }
  /** Lower-case names. */
  readonly headers?: { readonly [name: string]: string }
  /** Of a JSON body. */
  readonly body?: unknown
  /** As `Decisions.create`. */
  readonly operation?: string
}

/** Narrows a step to the requests that hold what is expected, or of which a condition is true. */
export const when = (expected: Expected | ((request: SentRequest) => boolean), step: Step): Step => ({
  ...step,
  objections: (request, raw) => [
    ...step.objections(request, raw),
    ...(typeof expected !== "function"
      ? differences(expected, request, [], true)
      : expected(request)
        ? []
        : ["the condition does not hold"])
  ]
})
