// All wire cases.
import { apiKeysWire } from "./apiKeys.ts"
import { asyncChatWire } from "./asyncChat.ts"
import { chatWire } from "./chat.ts"
import { decisionsFailures, decisionsRejections } from "./decisions/rejections.ts"
import { decisionsSuccesses } from "./decisions/successes.ts"
import { embeddingsWire } from "./embeddings/index.ts"
import { openaiWire } from "./openai.ts"
import { openaiDecisionsWire } from "./openaiDecisions.ts"
import { responsesWire } from "./responses.ts"
import { reviewsWire } from "./reviews.ts"
import { authenticationWire, openapiWire, routingWire } from "./routing.ts"
import { searchWire } from "./search.ts"
import { skillsWire } from "./skills.ts"
import { systemoneWire } from "./systemone.ts"
import type { WireCase } from "./WireCase.ts"

/** All wire cases, resource by resource. */
export const wireCases: ReadonlyArray<WireCase> = [
  ...apiKeysWire,
  ...asyncChatWire,
  ...chatWire,
  ...decisionsSuccesses,
  ...decisionsRejections,
  ...authenticationWire,
  ...routingWire,
  ...decisionsFailures,
  ...embeddingsWire,
  ...openaiWire,
  ...openaiDecisionsWire,
  ...openapiWire,
  ...responsesWire,
  ...reviewsWire,
  ...searchWire,
  ...skillsWire,
  ...systemoneWire
]
