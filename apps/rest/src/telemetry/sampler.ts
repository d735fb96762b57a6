// Trace samplers by their OpenTelemetry names.
import type { Sampler } from "@leadline/core/redacting-tracer"
import * as Option from "effect/Option"

const parentBased =
  (root: Sampler): Sampler =>
  (span) =>
    Option.match(span.parent, { onNone: () => root(span), onSome: ({ sampled }) => sampled })

/** Keeps a share of traces by the last 52 bits of their ids: services with the same share keep the same ones. */
const byTraceId =
  (share: number): Sampler =>
  ({ traceId }) =>
    Number.parseInt(traceId.slice(-13), 16) / 2 ** 52 < share

/** The sampler of a name; undefined if the name or the ratio is invalid. Default: keeps every trace without a parent. */
export const samplerOf = (name = "parentbased_always_on", ratio = "1"): Sampler | undefined => {
  const probability = Number(ratio)
  const isRatio = probability >= 0 && probability <= 1
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
      return isRatio ? byTraceId(probability) : undefined
    case "parentbased_traceidratio":
      return isRatio ? parentBased(byTraceId(probability)) : undefined
    default:
      return undefined
  }
}
