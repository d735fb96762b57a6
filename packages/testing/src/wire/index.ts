// The wire cases of all rooms.
import { apiKeysWire } from "./apiKeys.ts"
import { asyncChatWire } from "./asyncChat.ts"
import { chatWire } from "./chat.ts"
import { decisionsWire } from "./decisions.ts"
import { embeddingsWire } from "./embeddings.ts"
import { openapiWire } from "./openapi.ts"
import { responsesWire } from "./responses.ts"
import { searchWire } from "./search.ts"
import { skillsWire } from "./skills.ts"
import { systemoneWire } from "./systemone.ts"
import type { WireCase } from "./WireCase.ts"

/** All cases, room by room. */
export const wireCases: ReadonlyArray<WireCase> = [
  ...apiKeysWire,
  ...asyncChatWire,
  ...chatWire,
  ...decisionsWire,
  ...embeddingsWire,
  ...openapiWire,
  ...responsesWire,
  ...searchWire,
  ...skillsWire,
  ...systemoneWire
]
