// The default models of a server, with their list prices.
// Source: §2.11. Assumed: ours. The document names the number of entries, not the entries: these are public
// ids and list prices of 2026. Replaceable by configuration, as is the engine behind an id.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { make, Models } from "./service.ts"

/** One model and its prices in USD per million tokens. */
export interface CatalogEntry {
  /** Provider and model, for example `openai/gpt-5`. */
  readonly id: string
  /** Per 1,000,000 input tokens. */
  readonly inputPrice: number
  /** Per 1,000,000 output tokens. */
  readonly outputPrice: number
  /** Per 1,000,000 input tokens read from a cache; null without a cache. */
  readonly cachedPrice: number | null
}

type Row = readonly [id: string, input: number, output: number, cached: number | null]

const rows: ReadonlyArray<Row> = [
  ["anthropic/claude-haiku-4-5", 1, 5, 0.1],
  ["anthropic/claude-opus-4-5", 5, 25, 0.5],
  ["anthropic/claude-opus-4-6", 5, 25, 0.5],
  ["anthropic/claude-opus-4-7", 5, 25, 0.5],
  ["anthropic/claude-opus-4-8", 5, 25, 0.5],
  ["anthropic/claude-sonnet-4-5", 3, 15, 0.3],
  ["anthropic/claude-sonnet-4-6", 3, 15, 0.3],
  ["anthropic/claude-sonnet-5", 2, 10, 0.2],
  ["google/gemini-2.5-flash", 0.3, 2.5, 0.03],
  ["google/gemini-2.5-pro", 1.25, 10, 0.125],
  ["google/gemini-3-flash-preview", 0.5, 3, 0.05],
  ["google/gemini-3.1-flash-lite", 0.25, 1.5, 0.025],
  ["google/gemini-3.1-pro-preview", 2, 12, 0.2],
  ["google/gemini-3.5-flash", 1.5, 9, 0.15],
  ["nvidia/nemotron-3-super-120b-a12b", 0.25, 2.5, null],
  ["openai/gpt-5", 1.25, 10, 0.125],
  ["openai/gpt-5-mini", 0.25, 2, 0.025],
  ["openai/gpt-5.1", 1.25, 10, 0.125],
  ["openai/gpt-5.2", 1.75, 14, 0.175],
  ["openai/gpt-5.4", 2.5, 15, 0.25],
  ["openai/gpt-5.4-mini", 0.75, 4.5, 0.075],
  ["openai/gpt-5.4-nano", 0.2, 1.25, 0.02],
  ["openai/gpt-5.5", 5, 30, 0.5],
  ["perplexity/sonar", 0.25, 2.5, 0.0625],
  ["xai/grok-4-1-fast-non-reasoning", 0.2, 0.5, 0.05],
  ["xai/grok-4.20-non-reasoning", 1.25, 2.5, 0.2],
  ["xai/grok-4.20-reasoning", 1.25, 2.5, 0.2],
  ["xai/grok-4.3", 1.25, 2.5, 0.2]
]

/** The default 28 models, by id. */
export const catalog: ReadonlyArray<CatalogEntry> = rows.map(
  ([id, inputPrice, outputPrice, cachedPrice]) => ({
    id,
    inputPrice,
    outputPrice,
    cachedPrice
  })
)

/** Serves the model list from a catalog. `created` is 0, as it is not published. */
export const layerCatalog = (entries: ReadonlyArray<CatalogEntry> = catalog): Layer.Layer<Models> => {
  const data = entries.map(({ id }) => ({
    id,
    object: "model",
    created: 0,
    owned_by: id.slice(0, Math.max(0, id.indexOf("/")))
  }))
  return Layer.succeed(Models, make({ list: () => Effect.succeed({ object: "list", data }) }))
}
