// The services that chat and responses answer with.
import type { Decisions } from "@leadline/core/decisions"
import type { Search } from "@leadline/core/search"
import type { SchemaPool } from "../structured-output/SchemaPool.ts"
import type { Lexicon } from "../vectors/lexicon.ts"

/** The services that chat and responses answer with. */
export interface AnswerServices {
  readonly lexicon: Lexicon
  readonly search: Search["Service"]
  readonly decisions: Decisions["Service"]
  readonly schemas: SchemaPool["Service"]
}
