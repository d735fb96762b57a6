// Presets of responses, for every engine.
// Source: §4.7; names are Assumed: docs, contents Assumed: ours.
import type { Tool } from "./tools.ts"

/** A named configuration. Fields of a request override it. */
export interface Preset {
  /** An id of the model list. */
  readonly model: string
  /** Steps of a request without `max_steps`. */
  readonly max_steps: number
  /** Tools in addition to those of the request. */
  readonly tools: ReadonlyArray<Tool>
  /** Instructions of a request without its own. */
  readonly instructions?: string
}

const search: Tool = { type: "web_search" }
const fetch: Tool = { type: "fetch_url" }

/** The preset of a request without model and preset. */
export const defaultPreset = "fast-search"

/** The model of the default preset. */
export const defaultModel = "xai/grok-4-1-fast-non-reasoning"

const fast: Preset = { model: defaultModel, max_steps: 1, tools: [search] }
const pro: Preset = { model: "openai/gpt-5.1", max_steps: 3, tools: [search, fetch] }
const deep: Preset = { model: "openai/gpt-5.2", max_steps: 10, tools: [search, fetch] }
const advanced: Preset = { model: "anthropic/claude-opus-4-6", max_steps: 10, tools: [search, fetch] }

const named = {
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

/** The name of a preset: one of these, or one of the server's own. */
export type PresetName = keyof typeof named | (string & {})

/** The presets by name. */
export const presets: { readonly [name: string]: Preset } = named
