// The bundles that are weighed, as a consumer would write their imports, with their budgets.

/** Gzipped bytes: of the whole, and of first-party code alone. */
interface Bytes {
  readonly whole: number
  readonly own?: number
}

/** What is bundled and what it may weigh. */
export interface Entry {
  readonly name: string
  readonly code: string
  /** Imports that stay outside: what a consumer has anyway. */
  readonly external?: ReadonlyArray<string>
  /** The most that is wanted. Undefined for bundles that are only compared with. */
  readonly wanted?: Bytes
  /** What tests hold it to: what stands. */
  readonly limit?: Bytes
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
    wanted: { whole: 65_536, own: 12_288 },
    limit: { whole: 67_600, own: 29_400 }
  },
  {
    name: "transport-node, all resources, without undici",
    code: `import { createClient } from "@leadline/transport-node"; ${use} createClient`,
    external: ["@effect/platform-node/Undici", "undici", "undici/*"],
    wanted: { whole: 65_536, own: 12_288 },
    limit: { whole: 70_200, own: 31_800 }
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
    wanted: { whole: 46_080 },
    limit: { whole: 49_500 }
  },
  ...helpers.map(([subpath, names]) => ({
    name: `transport-fetch, all resources, with ${subpath}`,
    code: [
      `import { createClient } from "@leadline/transport-fetch"`,
      `import { ${names} } from "@leadline/core/${subpath}"`,
      `${use} [createClient, ${names}]`
    ].join("\n")
  })),
  { name: "openai", code: `import OpenAI from "openai"; ${use} OpenAI` },
  {
    name: "@perplexity-ai/perplexity_ai",
    code: `import Perplexity from "@perplexity-ai/perplexity_ai"; ${use} Perplexity`
  }
]
