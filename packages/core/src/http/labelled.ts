// Metrics with labels.
// Source: none; Assumed: ours.
import type * as Metric from "effect/Metric"

/** One metric for each set of labels, made when it is first used. */
export const labelled = <Name extends string, Input, State>(
  names: ReadonlyArray<Name>,
  make: (attributes: { readonly [name in Name]: string }) => Metric.Metric<Input, State>
) => {
  const known = new Map<string, Metric.Metric<Input, State>>()
  return (labels: { readonly [name in Name]: string }): Metric.Metric<Input, State> => {
    const key = names.map((name) => labels[name]).join(" ")
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(labels)
    known.set(key, made)
    return made
  }
}
