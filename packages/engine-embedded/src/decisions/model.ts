// The fitted linear model: a weight per feature and a temperature per kind of question.
import type { Ask } from "@leadline/core/decisions"
import fitted from "./fittedModel.json" with { type: "json" }

/** Features of one option, by name. */
export type Features = Readonly<Record<string, number>>

/** Weights by feature name, and the temperature that calibrates the probabilities. */
export interface LinearModel {
  readonly temperature: number
  readonly weights: Readonly<Record<string, number>>
}

/** One model per kind of question. */
export type Model = Readonly<Record<Ask["type"], LinearModel>>

/** The committed model. `npm run generate:decisions` writes it. */
export const model: Model = fitted

/** The score (logit) of one option. A feature without a weight is ignored. */
export const linearScore = ({ weights }: LinearModel, row: Features): number =>
  Object.entries(row).reduce((total, [name, value]) => total + value * (weights[name] ?? 0), 0)
