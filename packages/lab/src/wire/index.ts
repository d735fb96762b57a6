// All wire cases.
import { apiKeysWire } from "./apiKeys.ts"
import { asyncChatWire } from "./asyncChat.ts"
import { chatWire } from "./chat.ts"
import { authenticationWire } from "./authentication.ts"
import { decisionsFailures } from "./decisions/failures.ts"
import { decisionsRejections } from "./decisions/rejections.ts"
import { decisionsSuccesses } from "./decisions/successes.ts"
import { embeddingsWire } from "./embeddings/index.ts"
import { openaiWire } from "./openai.ts"
import { openaiDecisionsWire } from "./openai-decisions/index.ts"
import { openapiWire } from "./openapi.ts"
import { responsesWire } from "./responses.ts"
import { reviewsWire } from "./reviews.ts"
import { routingWire } from "./routing.ts"
import { searchWire } from "./search/index.ts"
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
