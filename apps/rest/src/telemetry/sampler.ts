// Which traces are kept: the samplers of OpenTelemetry, by their names.
// The names are OpenTelemetry's.
import type { Sampler } from "@leadline/core/careful-tracer"
import * as Option from "effect/Option"

const parentBased =
  (root: () => boolean): Sampler =>
  (parent) =>
    Option.match(parent, { onNone: root, onSome: ({ sampled }) => sampled })

/** The sampler of that name; undefined: there is none, or no such ratio. By default every trace is kept. */
export const samplerOf = (name = "parentbased_always_on", ratio = "1"): Sampler | undefined => {
  const part = Number(ratio)
  const isRatio = part >= 0 && part <= 1
  const byRatio = () => Math.random() < part
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
