// Metrics with labels, as client and server use them.
import type * as Metric from "effect/Metric"

/** Boundaries of duration histograms, in seconds. */
export const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** One metric per set of labels, made when it is first used. */
export const labelledMetric = <Name extends string, Input, State>(
  names: ReadonlyArray<Name>,
  make: (attributes: { readonly [name in Name]: string }) => Metric.Metric<Input, State>
) => {
  const known = new Map<string, Metric.Metric<Input, State>>()
  return (labels: { readonly [name in Name]: string }): Metric.Metric<Input, State> => {
    let key = ""
    for (let at = 0; at < names.length; at++) key += `${labels[names[at] as Name]} `
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(labels)
    known.set(key, made)
    return made
  }
}
