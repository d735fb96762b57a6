// Checks the operator token. Wrong ones are counted and logged.
import { makeLogThrottle } from "@leadline/core/internal"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import { createHash, timingSafeEqual } from "node:crypto"
import { OperatorToken, TooManyFailuresProblem, UnauthorizedProblem } from "./api.ts"

const perSecond = 20
const logInterval = 60_000

const failures = Metric.counter("leadline_admin_auth_failures_total", {
  description: "Requests to the admin API without the operator token.",
  incremental: true
})

const digest = (text: string) => createHash("sha256").update(text).digest()

/** Refuses a wrong token. From the 21st within a second on, the answer is 429. A warning appears once a minute. */
const makeRefuse = () => {
  let second = Number.NaN
  let inSecond = 0
  let unlogged = 0
  const throttled = makeLogThrottle(logInterval)
  const warn = Effect.suspend(() => {
    const line = `The admin API refused a wrong operator token. Since the last warning: ${unlogged}.`
    unlogged = 0
    return Effect.logWarning(line)
  })
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const thisSecond = Math.floor(now / 1000)
    inSecond = thisSecond === second ? inSecond + 1 : 1
    second = thisSecond
    unlogged += 1
    yield* Metric.update(failures, 1)
    yield* throttled(warn)
    return yield* inSecond > perSecond
      ? new TooManyFailuresProblem({ detail: "Too many wrong operator tokens: try again in a second." })
      : new UnauthorizedProblem({ detail: "Missing or wrong operator token." })
  })
}

/** Compares digests, which have one length, in constant time. */
export const layerOperatorToken = (token: Redacted.Redacted) => {
  const expected = digest(Redacted.value(token))
  const refuse = makeRefuse()
  return Layer.succeed(OperatorToken, {
    bearer: (effect, { credential }) =>
      timingSafeEqual(digest(Redacted.value(credential)), expected) ? effect : refuse
  })
}
