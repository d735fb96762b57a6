// The short way of a plain request that is answered with 200. All others go the long way, which alone refuses.
// Source: §4.1, §7.1; that there is one is Assumed: ours.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as ApiError from "../../errors/ApiError.ts"
import { AccessLog } from "../telemetry/AccessLog.ts"
import { KeyCheck } from "../Authentication.ts"
import { BodyBudget } from "../body/BodyMemoryLimit.ts"
import { Drain } from "../lifecycle/Shutdown.ts"
import { Limiter } from "../limits/RateLimiter.ts"
import { Load } from "../lifecycle/LoadShedding.ts"
import { Places } from "../limits/ConcurrencyLimit.ts"
import { makeCounters } from "./shortCounters.ts"
import { type Means, ShortRun } from "./ShortRun.ts"

/** An operation that has a short way: JSON in, JSON out, one answer. */
export interface Route {
  readonly method: string
  readonly path: string
  /** Under which its requests are counted, as `decisions.create`. */
  readonly operation: string
  /** The service. It checks requests and answers itself; answers are JSON as they are. */
  readonly call: (request: never) => Effect.Effect<unknown, ApiError.ApiError>
}

/** A request as its runtime tells it. Header names are in lower case, and no field of one line stood twice. */
export interface Asked {
  readonly method: string
  readonly target: string
  readonly headers: { readonly [name: string]: string | ReadonlyArray<string> | undefined }
  /** What stands for the request in this runtime. */
  readonly source: object
  /** The whole body, which is there. Called once, when it is wanted. */
  readonly body: () => Uint8Array
}

/** Who hears how it ended; one of both, once. */
export interface Ends {
  /** Gives the bytes of the body. */
  readonly answer: (headers: { readonly [name: string]: string }, body: string) => number
  /** It goes the long way, with what was done already. */
  readonly long: () => void
}

/** Goes on with a request; what it gives interrupts the work for a caller who has left. */
export type Go = (ends: Ends) => () => void

/** Bytes of a body that may take the short way. */
export const mostBytes = 16_384

/** The operations that have a short way. */
export class Shortcut extends Context.Service<
  Shortcut,
  {
    /** Begins with a request by its head; undefined: it goes the long way. */
    readonly begin: (asked: Asked) => Go | undefined
  }
>()("@leadline/core/http/Shortcut") {}

const bearer = /^bearer +([\x21-\x7e]+) *$/i

const length = /^[1-9]\d{0,4}$/

/** {@link Shortcut} for these operations. Nobody may trace: spans are made on the long way. */
export const layer = <R>(routes: Effect.Effect<ReadonlyArray<Route>, never, R>) =>
  Layer.effect(
    Shortcut,
    Effect.gen(function* () {
      const base = yield* Effect.context()
      const means: Means = {
        base,
        budget: yield* BodyBudget,
        clock: yield* Clock.Clock,
        drain: yield* Drain,
        keys: yield* KeyCheck,
        limiter: yield* Limiter,
        log: yield* AccessLog,
        places: yield* Places
      }
      const load = yield* Load
      const isTraced = yield* Effect.withFiber((fiber) => Effect.succeed(fiber.cache.tracer !== undefined))
      const known = new Map(
        (yield* routes).map((route) => [route.path, { ...route, counters: makeCounters(route, base) }])
      )
      return Shortcut.of({
        begin: (asked) => {
          const { headers, method, target } = asked
          const route = isTraced ? undefined : known.get(target)
          if (route === undefined || route.method !== method) return undefined
          const declared = headers["content-length"]
          const authorization = headers["authorization"]
          if (
            typeof declared !== "string" ||
            typeof authorization !== "string" ||
            headers["transfer-encoding"] !== undefined ||
            headers["content-encoding"] !== undefined ||
            headers["expect"] !== undefined ||
            // Pages of other origins are answered by `Cors`.
            headers["origin"] !== undefined ||
            !length.test(declared) ||
            Number(declared) > mostBytes ||
            means.drain.phase() !== "serving" ||
            load.isOverloaded()
          ) {
            return undefined
          }
          const key = bearer.exec(authorization)?.[1]
          return key === undefined
            ? undefined
            : (ends) => new ShortRun(means, route, asked, key, ends).start()
        }
      })
    })
  )
