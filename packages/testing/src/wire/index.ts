// The wire cases of all rooms.
import { apiKeysWire } from "./apiKeys.ts"
import { decisionsWire } from "./decisions.ts"
import { embeddingsWire } from "./embeddings.ts"
import { searchWire } from "./search.ts"
import { skillsWire } from "./skills.ts"
import type { WireCase } from "./WireCase.ts"

/** All cases, room by room. */
export const wireCases: ReadonlyArray<WireCase> = [
  ...apiKeysWire,
  ...decisionsWire,
  ...embeddingsWire,
  ...searchWire,
  ...skillsWire
]
