// Metrics of decisions by log-probabilities.
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { lowLabelMass } from "./readLabels.ts"

const labelMass = Metric.histogram("leadline_label_mass", {
  description: "How much of a model's probability falls on the labels of a question.",
  boundaries: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1]
})

/** Records the label mass of a call, and warns of a low one. */
export const recordLabelMass = (backend: string, mass: number): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(Metric.withAttributes(labelMass, { backend }), mass),
    mass < lowLabelMass
      ? Effect.logWarning("The model gives the labels little probability", { backend, labelMass: mass })
      : Effect.void
  )
