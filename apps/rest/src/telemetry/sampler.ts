// Trace samplers by their OpenTelemetry names.
import type { Sampler } from "@leadline/core/redacting-tracer"
import * as Option from "effect/Option"

const parentBased =
  (root: () => boolean): Sampler =>
  (parent) =>
    Option.match(parent, { onNone: root, onSome: ({ sampled }) => sampled })

/** The sampler of a name; undefined if the name or the ratio is invalid. Default: keeps every trace without a parent. */
export const samplerOf = (name = "parentbased_always_on", ratio = "1"): Sampler | undefined => {
  const probability = Number(ratio)
  const isRatio = probability >= 0 && probability <= 1
  const byRatio = () => Math.random() < probability
  switch (name) {
    case "always_on":
      return () => true
    case "always_off":
      return () => false
    case "parentbased_always_on":
      return parentBased(() => true)
    case "parentbased_always_off":
      return parentBased(() => false)
    case "traceidratio":
      return isRatio
        ? (parent) =>
            Option.match(parent, {
              onNone: byRatio,
              onSome: ({ _tag, sampled }) => (_tag === "Span" ? sampled : byRatio())
            })
        : undefined
    case "parentbased_traceidratio":
      return isRatio ? parentBased(byRatio) : undefined
    default:
      return undefined
  }
}
