// How a server is: whether it lives, whether it may be asked, and its metrics. Outside the contract's paths.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { Drain } from "./Shutdown.ts"

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

/**
 * Assumed: ours. What is looked at and shown: by default the probes, without a check; whoever may reach the server
 * may ask them.
 */
export const HealthSettings = Context.Reference<Settings>("@leadline/core/http/HealthSettings", {
  defaultValue: () => defaults
})

/** Other settings for some; the rest keep their defaults. Provide it to the layer of the server. */
export const layerSettings = (settings: Partial<Settings>): Layer.Layer<never> =>
  Layer.succeed(HealthSettings, { ...defaults, ...settings })

/** Assumed: ours. Where the state of the server is told; no path of the contract begins so. */
export const prefix = "/-/"

const patience = 1_000

const outcome = ({ check, name }: Check) =>
  Effect.exit(Effect.timeout(check, patience)).pipe(
    Effect.map((exit) => [name, exit._tag === "Success" ? "ok" : "failed"] as const)
  )

const json = (status: number, value: unknown) => HttpServerResponse.jsonUnsafe(value, { status })

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse>

/** Gives the answers by their names. Liveness looks at nothing. */
const makeAnswers = Effect.gen(function* () {
  const { checks } = yield* HealthSettings
  const drain = yield* Drain
  const looked = yield* Effect.cachedWithTTL(
    Effect.forEach(checks, outcome, { concurrency: "unbounded" }),
    patience
  )
  const live: Answer = Effect.succeed(json(200, { status: "live" }))
  const ready: Answer = Effect.map(looked, (outcomes) => {
    const isWell = outcomes.every(([, how]) => how === "ok")
    const status = drain.phase() !== "serving" ? "draining" : isWell ? "ready" : "unready"
    return json(status === "ready" ? 200 : 503, { status, checks: Object.fromEntries(outcomes) })
  })
  const metrics: Answer = Effect.map(PrometheusMetrics.format(), (text) =>
    HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
  )
  return { live, ready, metrics }
})

const wrongMethod = HttpServerResponse.empty({
  status: 405,
  headers: { allow: "GET", "content-length": "0" }
})

const judge = (answer: Answer, method: string): Answer =>
  Effect.map(method === "GET" ? answer : Effect.succeed(wrongMethod), (response) =>
    HttpServerResponse.setHeader(response, "cache-control", "no-store")
  )

const pick = (answers: { readonly [path: string]: Answer }) => {
  const known = new Map(Object.entries(answers))
  return ({ method, url }: HttpServerRequest.HttpServerRequest): Answer | undefined => {
    if (!url.startsWith(prefix)) return undefined
    const answer = known.get(url.split("?", 1)[0] ?? "")
    return answer === undefined ? undefined : judge(answer, method)
  }
}

/** Answers the probes before anything else of a request is looked at; they are in no log and no metric. */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const { showsMetrics, showsProbes } = yield* HealthSettings
    const { live, metrics, ready } = yield* makeAnswers
    const answerTo = pick({
      ...(showsProbes ? { [`${prefix}live`]: live, [`${prefix}ready`]: ready } : {}),
      ...(showsMetrics ? { [`${prefix}metrics`]: metrics } : {})
    })
    return HttpRouter.middleware(
      (httpEffect) =>
        Effect.flatMap(
          HttpServerRequest.HttpServerRequest,
          (request): typeof httpEffect => answerTo(request) ?? httpEffect
        ),
      { global: true }
    )
  })
)

/** The same, metrics among them, as a server of its own; 404 for all else. */
export const app = Effect.map(makeAnswers, ({ live, metrics, ready }) => {
  const answerTo = pick({
    [`${prefix}live`]: live,
    [`${prefix}ready`]: ready,
    [`${prefix}metrics`]: metrics
  })
  const unknown = Effect.succeed(
    HttpServerResponse.empty({ status: 404, headers: { "content-length": "0" } })
  )
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => answerTo(request) ?? unknown)
})
