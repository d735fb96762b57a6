// How a server is: whether it lives, whether it may be asked, and its metrics. Outside the contract's paths.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Exchange } from "../Exchange.ts"
import * as ServerResponse from "../ServerResponse.ts"
import { isMisdirected, misdirected } from "./dnsRebinding.ts"
import { Shutdown } from "./Shutdown.ts"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"

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

const metricsPath = `${prefix}metrics`

const checkTimeout = 1_000

const outcome = ({ check, name }: Check) =>
  Effect.exit(Effect.timeout(check, checkTimeout)).pipe(
    Effect.map((exit) => [name, exit._tag === "Success" ? "ok" : "failed"] as const)
  )

type Answer = Effect.Effect<ServerResponse.ServerResponse>

const json = (status: number, value: unknown) =>
  ServerResponse.json(status, value, { "cache-control": "no-store" })

/** Makes the answers to probes. Liveness checks nothing. */
const makeAnswers = Effect.gen(function* () {
  const { checks } = yield* HealthSettings
  const shutdown = yield* Shutdown
  const outcomes = yield* Effect.cachedWithTTL(
    Effect.forEach(checks, outcome, { concurrency: "unbounded" }),
    checkTimeout
  )
  const live: Answer = Effect.sync(() => json(200, { status: "live" }))
  const ready: Answer = Effect.map(outcomes, (found) => {
    const isWell = found.every(([, how]) => how === "ok")
    const status = shutdown.phase() !== "serving" ? "draining" : isWell ? "ready" : "unready"
    return json(status === "ready" ? 200 : 503, { status, checks: Object.fromEntries(found) })
  })
  const metrics: Answer = Effect.map(
    PrometheusMetrics.format(),
    (text) =>
      new ServerResponse.ServerResponse(
        200,
        { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" },
        text
      )
  )
  /** Once the server shuts down, the connection closes after a probe, too. */
  const finish = (response: ServerResponse.ServerResponse) => {
    if (shutdown.phase() !== "serving") response.headers["connection"] = "close"
    return response
  }
  return { live, ready, metrics, finish }
})

const bare = { "cache-control": "no-store", "content-length": "0" }

const wrongMethod: Answer = Effect.sync(() => ServerResponse.empty(405, { ...bare, allow: "GET" }))

const notFound: Answer = Effect.sync(() => ServerResponse.empty(404, { "content-length": "0" }))

/** What the answer to a probe depends on. */
type ProbeRequest = Pick<Exchange, "headers" | "localOrigin" | "method" | "target">

/** Answers a probe, or undefined if the request is not a probe. */
export type AnswerProbe = (exchange: ProbeRequest) => Answer | undefined

const refused: Answer = Effect.sync(misdirected)

const answering = (
  answers: { readonly [path: string]: Answer },
  finish: (response: ServerResponse.ServerResponse) => ServerResponse.ServerResponse
): AnswerProbe => {
  const known = new Map(Object.entries(answers))
  return (exchange) => {
    const { method, target } = exchange
    if (!target.startsWith(prefix)) return undefined
    const path = target.split("?", 1)[0] ?? ""
    const answer = known.get(path)
    const isRefused = path === metricsPath && isMisdirected(exchange)
    return answer && Effect.map(method !== "GET" ? wrongMethod : isRefused ? refused : answer, finish)
  }
}

/**
 * Makes the step that answers probes before anything else of a request is looked at; they are in no log and no metric.
 * Metrics are 421 for a page whose name resolves to this machine.
 */
export const makeAnswerProbe: Effect.Effect<AnswerProbe, never, Shutdown> = Effect.gen(function* () {
  const { showsMetrics, showsProbes } = yield* HealthSettings
  const { finish, live, metrics, ready } = yield* makeAnswers
  return answering(
    {
      ...(showsProbes ? { [`${prefix}live`]: live, [`${prefix}ready`]: ready } : {}),
      ...(showsMetrics ? { [metricsPath]: metrics } : {})
    },
    finish
  )
})

/** Makes the same, metrics among them, for a port of its own: 404 for all else. */
export const makeAdmin: Effect.Effect<(exchange: ProbeRequest) => Answer, never, Shutdown> = Effect.map(
  makeAnswers,
  ({ finish, live, metrics, ready }) => {
    const answer = answering(
      {
        [`${prefix}live`]: live,
        [`${prefix}ready`]: ready,
        [metricsPath]: metrics
      },
      finish
    )
    return (exchange) => answer(exchange) ?? Effect.map(notFound, finish)
  }
)
