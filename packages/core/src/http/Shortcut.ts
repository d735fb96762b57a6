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
import type * as Schema from "effect/Schema"
import type * as ApiError from "../errors/ApiError.ts"
import { fits } from "../shared/fits.ts"
import { AccessLog, entryOf } from "./AccessLog.ts"
import { type Advance, handOver } from "./Advance.ts"
import { Caller, KeyCheck } from "./Authorization.ts"
import { type TellBeside, Told } from "./Beside.ts"
import { Drain } from "./Drain.ts"
import { countHeaders, Limiter } from "./Limiter.ts"
import { admittedUnsafe } from "./limitDecisions.ts"
import * as limits from "./limits.ts"
import { Load } from "./Load.ts"
import { duration, engineCancellations, engineCalls, requests } from "./metrics.ts"
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
  readonly schema: Schema.Codec<unknown, unknown>
  /** The service: it checks its own answers, which are JSON as they are. */
  readonly call: (request: never) => Effect.Effect<unknown, ApiError.ApiError>
}

/** A request whose whole body is there. Header names are in lower case, and none stood twice. */
export interface Asked {
  readonly method: string
  readonly target: string
  readonly headers: { readonly [name: string]: string | ReadonlyArray<string> | undefined }
  /** What stands for the request in this runtime. */
  readonly source: object
  readonly body: () => Uint8Array
}

/** Who hears how it ended; one of both, once. */
export interface Ends {
  /** Gives the bytes of the body. */
  readonly answer: (headers: { readonly [name: string]: string }, body: string) => number
  /** It goes the long way, with what was done already. */
  readonly long: () => void
}

/** Bytes of a body that may take the short way. */
export const mostBytes = 16_384

/** The operations that have a short way. */
export class Shortcut extends Context.Service<
  Shortcut,
  {
    /** May a request of this kind take it? Says nothing of its body yet. */
    readonly takes: (asked: Pick<Asked, "method" | "target" | "headers">) => boolean
    /** Takes it; what is given interrupts the work for a caller who has left. */
    readonly run: (asked: Asked, ends: Ends) => () => void
  }
>()("@leadline/core/http/Shortcut") {}

const bearer = /^bearer +([\x21-\x7e]+) *$/i

const length = /^[1-9]\d{0,5}$/

/** The body as the long way would read it, or undefined. */
const parsed = (bytes: Uint8Array): unknown => {
  const scan = makeScan({ maxDepth: limits.bodyDepth, maxMembers: limits.bodyMembers })
  if (scan.push(bytes) !== undefined || scan.end() !== undefined) return undefined
  if (scan.members() > limits.lightMembers) return undefined
  return Result.getOrUndefined(Result.try((): unknown => JSON.parse(strictText(bytes))))
}

/** {@link Shortcut} for these operations. Nobody may trace: spans are made on the long way. */
export const layer = <R>(routes: Effect.Effect<ReadonlyArray<Route>, never, R>) =>
  Layer.effect(
    Shortcut,
    Effect.gen(function* () {
      const known = new Map(
        (yield* routes).map((route) => [
          `${route.method} ${route.path}`,
          { ...route, isFit: fits(route.schema, "closed") }
        ])
      )
      const [drain, keys, limiter, places] = [yield* Drain, yield* KeyCheck, yield* Limiter, yield* Places]
      const [load, log] = [yield* Load, yield* AccessLog]
      const base = yield* Effect.context()
      const isTraced = yield* Effect.withFiber((fiber) => Effect.succeed(fiber.cache.tracer !== undefined))

      const takes: Shortcut["Service"]["takes"] = ({ headers, method, target }) =>
        !isTraced &&
        known.has(`${method} ${target}`) &&
        headers["transfer-encoding"] === undefined &&
        headers["content-encoding"] === undefined &&
        headers["expect"] === undefined &&
        typeof headers["content-length"] === "string" &&
        length.test(headers["content-length"]) &&
        Number(headers["content-length"]) <= mostBytes &&
        typeof headers["authorization"] === "string" &&
        bearer.test(headers["authorization"]) &&
        drain.phase() === "serving" &&
        !load.isOverloaded()

      const run: Shortcut["Service"]["run"] = ({ body, headers, method, source, target }, ends) => {
        const route = known.get(`${method} ${target}`)
        const key = bearer.exec(String(headers["authorization"]))?.[1] ?? ""
        if (route === undefined) {
          ends.long()
          return () => undefined
        }
        const { call, isFit, operation, path } = route
        const advance: Advance = {}
        const program = Effect.withFiber((fiber) => {
          const clock = fiber.getRef(Clock.Clock)
          const declared = Number(headers["content-length"])
          const noted = new Noted(method, path, clock.currentTimeMillisUnsafe(), declared, drain.whenEnding)
          const underWay = drain.enter(fiber)
          let group: string | undefined
          let isOver = false

          const leave = (): void => {
            isOver = true
            if (group !== undefined) places.leave(group)
            group = undefined
            underWay.over()
          }
          const long = (): void => {
            leave()
            handOver(source, advance)
            ends.long()
          }
          const told = (status: number, isAborted: boolean): void => {
            const now = clock.currentTimeMillisUnsafe()
            requests({ route: path, method, status: String(status) }).updateUnsafe(1, base)
            duration({ route: path }).updateUnsafe((now - noted.startedAt) / 1_000, base)
            if (isAborted && noted.engine === inProcess) engineCancellations.updateUnsafe(1, base)
            log?.(entryOf(noted, status, now, isAborted))
          }
          const counted = (outcome: string): void => {
            if (noted.engine !== undefined) return
            noted.engine = inProcess
            engineCalls({ engine: inProcess, operation, outcome }).updateUnsafe(1, base)
          }

          const ask = (request: unknown, beside: Array<TellBeside>) =>
            Effect.matchCause(call(request as never), {
              onSuccess: (value) => {
                const text = JSON.stringify(value)
                const answer: { [name: string]: string } = {
                  "content-type": "application/json",
                  "cache-control": "no-store",
                  "x-request-id": noted.id
                }
                if (advance.count !== undefined) Object.assign(answer, countHeaders(advance.count))
                for (const tell of beside) Object.assign(answer, tell(answer))
                counted("ok")
                underWay.answered()
                noted.bytesOut = ends.answer(answer, text)
                told(200, false)
                leave()
              },
              onFailure: (cause) => {
                if (Cause.hasInterruptsOnly(cause)) return
                advance.cause = cause
                advance.beside = beside
                long()
              }
            })

          const work = (caller: Caller["Service"]): Effect.Effect<void> => {
            const bytes = body()
            advance.bytes = bytes
            const request = parsed(bytes)
            if (!isFit(request)) return Effect.sync(long)
            noted.caller = caller
            const beside: Array<TellBeside> = []
            return Effect.provideContext(
              ask(request, beside),
              Context.mergeAll(
                Context.make(Caller, caller),
                Context.make(CurrentRequest, noted),
                Context.make(Told, beside),
                Context.make(References.CurrentLogAnnotations, { requestId: noted.id })
              )
            )
          }

          // Interrupted for a caller who left or a server that ends, or a defect of what counts.
          fiber.addObserver((exit) => {
            if (isOver) return
            if (drain.phase() === "ending" || !Exit.hasInterrupts(exit)) return long()
            if (group !== undefined) counted("cancelled")
            told(499, true)
            leave()
          })

          return Effect.matchCauseEffect(keys.check(Redacted.make(key)), {
            onFailure: (cause) =>
              Effect.sync(() => {
                if (Cause.hasInterrupts(cause)) return
                advance.check = Exit.failCause(cause)
                long()
              }),
            onSuccess: (caller) => {
              advance.check = Exit.succeed(caller)
              if ((caller.tokensPerMinute ?? limiter.tokensPerMinute) !== undefined) return Effect.sync(long)
              return Effect.flatMap(
                limiter.take(caller.group, operation, caller.requestsPerSecond),
                (count): Effect.Effect<void> => {
                  advance.count = count
                  if (count.wait !== undefined || !places.take(caller.group)) return Effect.sync(long)
                  group = caller.group
                  admittedUnsafe("requests", base)
                  admittedUnsafe("concurrency", base)
                  return work(caller)
                }
              )
            }
          })
        })
        const fiber = Effect.runForkWith(base)(program)
        return () => fiber.interruptUnsafe()
      }
      return Shortcut.of({ run, takes })
    })
  )
