// Settings of the probes of a server: liveness, readiness and metrics.
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

/** The checks of readiness, and the probes that are shown. */
export interface Settings {
  /** The checks of readiness. Default none. */
  readonly checks: ReadonlyArray<Check>
  /** Answers `/-/live` and `/-/ready` beside the contract's paths. Default true. */
  readonly showsProbes: boolean
  /** Answers `/-/metrics` there, too. Default false. */
  readonly showsMetrics: boolean
}

const defaults: Settings = { checks: [], showsProbes: true, showsMetrics: false }

// Assumed: ours.
/** The settings of probes: by default they are shown, without a check, to all that can reach the server. */
export const HealthSettings = Context.Reference<Settings>("@leadline/core/server/HealthSettings", {
  defaultValue: () => defaults
})

/** Other settings for some; the rest keep their defaults. Provide it to the layer of the server. */
export const layerSettings = (settings: Partial<Settings>): Layer.Layer<never> =>
  Layer.succeed(HealthSettings, { ...defaults, ...settings })

// Assumed: ours.
/** Path prefix of the probes; no path of the contract begins with it. */
export const prefix = "/-/"
