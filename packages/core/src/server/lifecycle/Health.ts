// What the probes of a server look at and show: whether it lives, whether it may be asked, and its metrics.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Something without which the server should not be asked. */
export interface Check {
  /** As it is called in the answer. */
  readonly name: string
  /** Fails, dies or takes over a second: it is not there. Asked at most once a second. */
  readonly check: Effect.Effect<unknown, unknown>
}

/** What is looked at and shown. */
export interface Settings {
  /** What readiness looks at. Default nothing. */
  readonly checks: ReadonlyArray<Check>
  /** Whether `/-/live` and `/-/ready` are answered beside the contract's paths. Default true. */
  readonly showsProbes: boolean
  /** Whether `/-/metrics` is, too. Default false. */
  readonly showsMetrics: boolean
}

const defaults: Settings = { checks: [], showsProbes: true, showsMetrics: false }

// Assumed: ours.
/** What is looked at and shown: by default the probes, without a check, for all that can reach the server. */
export const HealthSettings = Context.Reference<Settings>("@leadline/core/server/HealthSettings", {
  defaultValue: () => defaults
})

/** Other settings for some; the rest keep their defaults. Provide it to the layer of the server. */
export const layerSettings = (settings: Partial<Settings>): Layer.Layer<never> =>
  Layer.succeed(HealthSettings, { ...defaults, ...settings })

// Assumed: ours.
/** Path prefix of the probes; no path of the contract begins with it. */
export const prefix = "/-/"
