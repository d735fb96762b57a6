// What each failure of a decisions engine is on the wire: its status, type and headers, never its own text.
import { allFailures, error, failureCases, identified, internal, type WireCase } from "../WireCase.ts"
import { asking, noul } from "./requests.ts"

/** Failures of the engine. */
export const decisionsFailures: ReadonlyArray<WireCase> = [
  ...failureCases(allFailures, (fail) => ({ body: asking({ a: noul }, { fail }) })),
  {
    name: "a defect of the engine is 500, without its own text",
    body: asking({ a: noul }, { die: true }),
    status: 500,
    answer: error(...internal),
    answerHeaders: identified
  }
]
