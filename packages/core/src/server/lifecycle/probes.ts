// Answers probes and shows metrics, outside the contract's paths.
import * as Effect from "effect/Effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import type { ServerExchange } from "../ServerExchange.ts"
import * as ServerResponse from "../ServerResponse.ts"
import { type Check, HealthSettings, prefix } from "./Health.ts"
import { Shutdown } from "./Shutdown.ts"

/** `localhost`, or an IP address, with or without a port: what no name server has resolved. */
const unresolved = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d+)?$/i

const loopback = /^http:\/\/(?:127\.|\[::1\])/

// Assumed: ours.
/** True for a request that came to a loopback address and names another host: that of a page. */
export const isMisdirected = ({
  headers,
  localOrigin
}: Pick<ServerExchange, "headers" | "localOrigin">): boolean =>
  !unresolved.test(headers["host"] ?? "localhost") && loopback.test(localOrigin() ?? "")

/** The answer to such a request. */
export const misdirected = (): ServerResponse.ServerResponse =>
  new ServerResponse.ServerResponse(
    421,
    { "cache-control": "no-store", "content-type": "text/plain" },
    "Ask for this by localhost or by an IP address.\n"
  )

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

const notFound: Answer = Effect.sync(() => ServerResponse.empty(404, { ...bare }))

/** The parts of a request that the answer to a probe depends on. */
type ProbeRequest = Pick<ServerExchange, "headers" | "localOrigin" | "method" | "target">

/** Answers a probe, or undefined if the request is not a probe. */
type AnswerProbe = (exchange: ProbeRequest) => Answer | undefined

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
