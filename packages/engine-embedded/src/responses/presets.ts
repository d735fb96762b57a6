// Options of the responses engine: presets, and the models it answers for.
// Source: §4.7.
import { defaultPreset, type Preset, presets } from "@leadline/core/responses"
import { catalog } from "@leadline/core/models"
import type { CatalogEntry } from "@leadline/core/models"

/** Options of the responses engine. All models give the same answers; only their prices differ. */
export interface ResponsesOptions {
  /** Models that a request may name. Default: the catalog of the model list. */
  readonly models?: ReadonlyArray<CatalogEntry>
  /** Presets by name. Default: {@link presets}. */
  readonly presets?: { readonly [name: string]: Preset }
  /** Preset of a request without model and preset. Default: `fast-search`. */
  readonly defaultPreset?: string
}

/** Applies the defaults of {@link ResponsesOptions}. */
export const resolveOptions = (options: ResponsesOptions) => ({
  models: new Map((options.models ?? catalog).map((entry) => [entry.id, entry])),
  presets: options.presets ?? presets,
  defaultPreset: options.defaultPreset ?? defaultPreset
})

/** {@link ResponsesOptions} with their defaults. */
export type Configuration = ReturnType<typeof resolveOptions>
