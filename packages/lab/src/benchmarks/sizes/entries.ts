// The bundles that are weighed, as a consumer would write their imports, with their budgets.

/** What is bundled and what it may weigh, in gzipped bytes. */
export interface Entry {
  readonly name: string
  readonly code: string
  /** Imports that stay outside: what a consumer has anyway. */
  readonly external: ReadonlyArray<string>
  /** Wanted of the whole at most. None for what is there to compare with. */
  readonly whole?: number
  /** Wanted of first-party code in it at most. */
  readonly own?: number
  /** What tests hold the whole to: the wish, or what stands where that is more. */
  readonly limit?: number
  /** The same for first-party code. */
  readonly ownLimit?: number
}

const use = "globalThis.used ="

/** What is used of each subpath of helpers, beside a client. */
const helpers = [
  ["bulk", "mapDecisions, embedAll, embedAllDocuments"],
  ["files", "imagePart, skillZip"],
  ["streams", "toReadableStream, toResponse, finalResponse"],
  ["structured-output", "parseChat, parseResponse"],
  ["tools", "tool, runTools, runToolsStream"],
  ["usage", "trackUsage"]
] as const

/** Every bundle of the table. */
export const entries: ReadonlyArray<Entry> = [
  {
    name: "transport-fetch, all resources",
    code: `import { createClient } from "@leadline/transport-fetch"; ${use} createClient`,
    external: [],
    whole: 65_536,
    own: 12_288,
    limit: 67_600,
    ownLimit: 31_800
  },
  {
    name: "transport-node, all resources, without undici",
    code: `import { createClient } from "@leadline/transport-node"; ${use} createClient`,
    external: ["@effect/platform-node/Undici", "undici", "undici/*"],
    whole: 65_536,
    own: 12_288,
    limit: 70_200,
    ownLimit: 34_300
  },
  {
    name: "transport-fetch, decisions alone, as Effects",
    code: [
      `import { Decisions, layerClient } from "@leadline/core/decisions"`,
      `import { layerRequestExecutor } from "@leadline/core/client"`,
      `import { layerTransport } from "@leadline/transport-fetch"`,
      `import * as Layer from "effect/Layer"`,
      `const send = layerRequestExecutor({ baseUrl: "https://decisions.example" }).pipe(Layer.provide(layerTransport()))`,
      `${use} [Decisions, layerClient.pipe(Layer.provide(send))]`
    ].join("\n"),
    external: [],
    whole: 46_080,
    limit: 49_500
  },
  ...helpers.map(([subpath, names]) => ({
    name: `transport-fetch, all resources, with ${subpath}`,
    code: [
      `import { createClient } from "@leadline/transport-fetch"`,
      `import { ${names} } from "@leadline/core/${subpath}"`,
      `${use} [createClient, ${names}]`
    ].join("\n"),
    external: []
  })),
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
