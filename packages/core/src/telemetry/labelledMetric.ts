// Metrics with labels, as client and server use them.
import type * as Metric from "effect/Metric"

/** Boundaries of duration histograms, in seconds. */
export const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** The metrics whose first labels have these values: a tree, because one string of all would be made at each update. */
interface Values<M> {
  metric: M | undefined
  readonly next: Map<string, Values<M>>
}

/** One metric per set of labels, made when it is first used. */
export const labelledMetric = <Name extends string, Input, State>(
  names: ReadonlyArray<Name>,
  make: (attributes: { readonly [name in Name]: string }) => Metric.Metric<Input, State>
) => {
  const root: Values<Metric.Metric<Input, State>> = { metric: undefined, next: new Map() }
  return (labels: { readonly [name in Name]: string }): Metric.Metric<Input, State> => {
    let at = root
    for (const name of names) {
      const value = labels[name]
      let next = at.next.get(value)
      if (next === undefined) at.next.set(value, (next = { metric: undefined, next: new Map() }))
      at = next
    }
    return (at.metric ??= make(labels))
  }
}
