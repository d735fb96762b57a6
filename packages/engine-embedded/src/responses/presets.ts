// The named configurations of the responses operation, and the models this engine answers for.
// Source: §4.7; names are Assumed: docs, contents Assumed: ours.
import type { Tool } from "@leadline/core/responses"
import { catalog } from "@leadline/core/models"
import type { CatalogEntry } from "@leadline/core/models"

/** A named configuration. Fields of a request override it. */
export interface Preset {
  /** Of the model list. */
  readonly model: string
  /** Unless the request names another number. */
  readonly max_steps: number
  /** Beside those of the request. */
  readonly tools: ReadonlyArray<Tool>
  /** Unless the request has its own. */
  readonly instructions?: string
}

const search: Tool = { type: "web_search" }
const fetch: Tool = { type: "fetch_url" }

const fast: Preset = { model: "xai/grok-4-1-fast-non-reasoning", max_steps: 1, tools: [search] }
const pro: Preset = { model: "openai/gpt-5.1", max_steps: 3, tools: [search, fetch] }
const deep: Preset = { model: "openai/gpt-5.2", max_steps: 10, tools: [search, fetch] }
const advanced: Preset = { model: "anthropic/claude-opus-4-6", max_steps: 10, tools: [search, fetch] }

/** The presets by name. */
export const presets: { readonly [name: string]: Preset } = {
  "fast-search": fast,
  fast,
  "pro-search": pro,
  low: pro,
  medium: pro,
  "deep-research": deep,
  high: deep,
  "advanced-deep-research": advanced,
  xhigh: advanced
}

/** What the engine answers for. Every id is answered by the same work; only its price differs. */
export interface ResponsesOptions {
  /** Models that can be named. Default: the catalog of the model list. */
  readonly models?: ReadonlyArray<CatalogEntry>
  /** Default: those the documentation names. */
  readonly presets?: { readonly [name: string]: Preset }
  /** What holds for a request that names neither model nor preset. Default `fast-search`. */
  readonly defaultPreset?: string
}

/** {@link ResponsesOptions} with their defaults. */
export const resolveOptions = (options: ResponsesOptions) => ({
  models: new Map((options.models ?? catalog).map((entry) => [entry.id, entry])),
  presets: options.presets ?? presets,
  defaultPreset: options.defaultPreset ?? "fast-search"
})

/** {@link resolveOptions}. */
export type Configuration = ReturnType<typeof resolveOptions>
