// The bundles that are weighed, as a consumer would write their imports, with their budgets.
// Source: none; Assumed: ours for the budgets.

/** What is bundled and what it may weigh. */
export interface Entry {
  readonly name: string
  readonly code: string
  readonly external: ReadonlyArray<string>
  /** Gzipped bytes of the whole. None for what is there to compare with. */
  readonly whole?: number
  /** Gzipped bytes of first-party code in it. */
  readonly own?: number
}

const use = "globalThis.used ="

/** Every bundle in the table. */
export const entries: ReadonlyArray<Entry> = [
  {
    name: "transport-fetch, all rooms",
    code: `import { createClient } from "@leadline/transport-fetch"; ${use} createClient`,
    external: [],
    whole: 65_536,
    own: 12_288
  },
  {
    name: "transport-node, all rooms, without undici",
    code: `import { createClient } from "@leadline/transport-node"; ${use} createClient`,
    external: ["@effect/platform-node/Undici", "undici", "undici/*"],
    whole: 65_536,
    own: 12_288
  },
  {
    name: "openai",
    code: `import OpenAI from "openai"; ${use} OpenAI`,
    external: []
  },
  {
    name: "@perplexity-ai/perplexity_ai",
    code: `import Perplexity from "@perplexity-ai/perplexity_ai"; ${use} Perplexity`,
    external: []
  }
]
