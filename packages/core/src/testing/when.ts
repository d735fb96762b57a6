// Restricts a step to some requests.
import { differences } from "./differences.ts"
import type { SentRequest } from "./SentRequest.ts"
import type { Step } from "./Step.ts"

/** The expected parts of a request. Objects may have more fields; arrays and other values must be equal. */
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

/** Restricts a step to requests with these parts, or to those for which a condition is true. */
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
