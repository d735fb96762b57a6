// The short way of a plain request that is answered with 200. All others go the long way, which alone refuses.
// Source: §4.1, §7.1; that there is one is Assumed: ours.
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Result from "effect/Result"
import type * as ApiError from "../errors/ApiError.ts"
import { AccessLog, entryOf } from "./AccessLog.ts"
import { type Advance, handOver } from "./Advance.ts"
import { type Caller, KeyCheck } from "./Authorization.ts"
import { type TellBeside, Told } from "./Beside.ts"
import { Drain, type UnderWay } from "./Drain.ts"
import { Limiter } from "./Limiter.ts"
import * as limits from "./limits.ts"
import { Load } from "./Load.ts"
import { duration, engineCancellations, engineCalls, limitDecisions, requests } from "./metrics.ts"
import { CurrentRequest, inProcess, Noted } from "./Noted.ts"
import { Places } from "./Places.ts"
import { makeScan } from "./scan.ts"
import { strictText } from "./utf8.ts"

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

/** The body as the long way would read it, or undefined. */
const parsed = (bytes: Uint8Array): unknown => {
  const scan = makeScan({ maxDepth: limits.bodyDepth, maxMembers: limits.lightMembers })
  if (scan.push(bytes) !== undefined || scan.end() !== undefined) return undefined
  return Result.getOrUndefined(Result.try((): unknown => JSON.parse(strictText(bytes))))
}

/** The counters of a request that is answered, found once. */
const countersOf = ({ method, operation, path }: Route, context: Context.Context<never>) => {
  const counters = [
    requests({ route: path, method, status: "200" }),
    limitDecisions({ limit: "requests", outcome: "admitted" }),
    limitDecisions({ limit: "concurrency", outcome: "admitted" })
  ]
  const calls = engineCalls({ engine: inProcess, operation, outcome: "ok" })
  const seconds = duration({ route: path })
  return {
    answered: () => {
      for (const counter of counters) counter.updateUnsafe(1, context)
    },
    called: () => calls.updateUnsafe(1, context),
    cancelled: () => {
      engineCalls({ engine: inProcess, operation, outcome: "cancelled" }).updateUnsafe(1, context)
      engineCancellations.updateUnsafe(1, context)
    },
    left: () => requests({ route: path, method, status: "499" }).updateUnsafe(1, context),
    took: (millis: number) => seconds.updateUnsafe(millis / 1_000, context)
  }
}

/** The service found the request wrong before it did anything: the long way says what is wrong. */
const isUnasked = (cause: Cause.Cause<ApiError.ApiError>): boolean => {
  const [reason] = cause.reasons
  if (reason === undefined || !Cause.isFailReason(reason)) return false
  return reason.error._tag === "InvalidRequestError" && reason.error.phase === "request"
}

/** {@link Shortcut} for these operations. Nobody may trace: spans are made on the long way. */
export const layer = <R>(routes: Effect.Effect<ReadonlyArray<Route>, never, R>) =>
  Layer.effect(
    Shortcut,
    Effect.gen(function* () {
      const [drain, keys, limiter, places] = [yield* Drain, yield* KeyCheck, yield* Limiter, yield* Places]
      const [load, log, clock] = [yield* Load, yield* AccessLog, yield* Clock.Clock]
      const base = yield* Effect.context()
      const isTraced = yield* Effect.withFiber((fiber) => Effect.succeed(fiber.cache.tracer !== undefined))
      const known = new Map(
        (yield* routes).map((route) => [
          `${route.method} ${route.path}`,
          { ...route, counters: countersOf(route, base) }
        ])
      )

      const begin: Shortcut["Service"]["begin"] = ({ body, headers, method, source, target }) => {
        const route = isTraced ? undefined : known.get(`${method} ${target}`)
        if (route === undefined) return undefined
        const declared = headers["content-length"]
        const authorization = headers["authorization"]
        if (
          typeof declared !== "string" ||
          typeof authorization !== "string" ||
          headers["transfer-encoding"] !== undefined ||
          headers["content-encoding"] !== undefined ||
          headers["expect"] !== undefined ||
          !length.test(declared) ||
          Number(declared) > mostBytes ||
          drain.phase() !== "serving" ||
          load.isOverloaded()
        ) {
          return undefined
        }
        const key = bearer.exec(authorization)?.[1]
        if (key === undefined) return undefined
        const { call, counters, operation, path } = route

        return (ends) => {
          const advance: Advance = {}
          const beside: Array<TellBeside> = []
          const noted = new Noted(
            method,
            path,
            clock.currentTimeMillisUnsafe(),
            Number(declared),
            drain.whenEnding
          )
          let group: string | undefined
          let underWay: UnderWay | undefined
          let isOver = false

          const over = (status: number, isAborted: boolean): void => {
            const now = clock.currentTimeMillisUnsafe()
            counters.took(now - noted.startedAt)
            log?.(entryOf(noted, status, now, isAborted))
          }
          const leave = (): void => {
            isOver = true
            if (group !== undefined) places.leave(group)
            underWay?.over()
          }
          const long = (): void => {
            leave()
            handOver(source, advance)
            ends.long()
          }
          const answer = (value: unknown): void => {
            const { limit, remaining, reset, used } = advance.count ?? {
              limit: 0,
              remaining: 0,
              reset: 0,
              used: 0
            }
            const fields: { [name: string]: string } = {
              "content-type": "application/json",
              "cache-control": "no-store",
              "x-request-id": noted.id,
              "x-ratelimit-limit": String(limit),
              "x-ratelimit-remaining": String(remaining),
              "x-ratelimit-used": String(used),
              "x-ratelimit-reset": String(reset)
            }
            for (const tell of beside) Object.assign(fields, tell(fields))
            if (noted.engine === undefined) {
              noted.engine = inProcess
              counters.called()
            }
            underWay?.answered()
            noted.bytesOut = ends.answer(fields, JSON.stringify(value))
            counters.answered()
            over(200, false)
            leave()
          }
          const failed = (cause: Cause.Cause<ApiError.ApiError>): void => {
            if (Cause.hasInterrupts(cause)) return
            if (!isUnasked(cause)) Object.assign(advance, { cause, beside, noted })
            long()
          }
          const ask = (caller: Caller["Service"]): Effect.Effect<void> => {
            advance.bytes = body()
            const request = parsed(advance.bytes)
            if (request === undefined) return Effect.sync(long)
            noted.caller = caller
            return Effect.matchCause(call(request as never), { onSuccess: answer, onFailure: failed })
          }
          const take = (caller: Caller["Service"]): Effect.Effect<void> => {
            advance.check = Exit.succeed(caller)
            // Tokens are reserved by the long way.
            if ((caller.tokensPerMinute ?? limiter.tokensPerMinute) !== undefined) return Effect.sync(long)
            return Effect.flatMap(
              limiter.take(caller.group, operation, caller.requestsPerSecond),
              (count): Effect.Effect<void> => {
                advance.count = count
                if (count.wait !== undefined || !places.take(caller.group)) return Effect.sync(long)
                group = caller.group
                return ask(caller)
              }
            )
          }
          const refused = (cause: Cause.Cause<ApiError.AuthenticationError | ApiError.UnavailableError>) =>
            Effect.sync(() => {
              if (Cause.hasInterrupts(cause)) return
              advance.check = Exit.failCause(cause)
              long()
            })
          const program = Effect.withFiber((fiber) => {
            underWay = drain.enter(fiber)
            return Effect.matchCauseEffect(keys.check(Redacted.make(key)), {
              onFailure: refused,
              onSuccess: take
            })
          })

          const context = base.pipe(
            Context.add(CurrentRequest, noted),
            Context.add(Told, beside),
            Context.add(References.CurrentLogAnnotations, { requestId: noted.id })
          )
          const fiber = Effect.runForkWith(context)(program)
          // The caller has left, the server ends, or what counts has a defect.
          fiber.addObserver((exit) => {
            if (isOver) return
            if (drain.phase() === "ending" || !Exit.hasInterrupts(exit)) return long()
            if (group !== undefined && noted.engine === undefined) counters.cancelled()
            counters.left()
            over(499, true)
            leave()
          })
          return () => fiber.interruptUnsafe()
        }
      }
      return Shortcut.of({ begin })
    })
  )
