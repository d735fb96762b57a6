// All wire cases: those of each resource, of dialects, and of what resources share.
import { conformance } from "../conformance/index.ts"
import { openaiWire } from "./openai.ts"
import { openaiDecisionsWire } from "./openaiDecisions.ts"
import { reviewsWire } from "./reviews.ts"
import { authenticationWire, openapiWire, routingWire } from "./routing.ts"
import { systemoneWire } from "./systemone.ts"
import type { WireCase } from "./WireCase.ts"

/** All wire cases. */
export const wireCases: ReadonlyArray<WireCase> = [
  ...Object.values(conformance).flatMap(({ wire }) => wire),
  ...authenticationWire,
  ...routingWire,
  ...openaiWire,
  ...openaiDecisionsWire,
  ...openapiWire,
  ...reviewsWire,
  ...systemoneWire
]
