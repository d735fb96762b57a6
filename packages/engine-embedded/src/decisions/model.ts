// The fitted linear model: a weight per feature, for each kind of question.
import type { Ask } from "@leadline/core/decisions"
import fitted from "./fittedModel.json" with { type: "json" }

/** Features of one option, by name. */
export type Features = Readonly<Record<string, number>>

/** Weights by the name of a feature. */
export type Weights = Readonly<Record<string, number>>

/** The weights of each kind of question. */
export type Model = Readonly<Record<Ask["type"], Weights>>

/** The committed model. `npm run generate:decisions` writes it. */
export const model: Model = fitted

/** The score (logit) of one option. A feature without a weight is ignored. */
export const linearScore = (weights: Weights, row: Features): number =>
  Object.entries(row).reduce((total, [name, value]) => total + value * (weights[name] ?? 0), 0)
