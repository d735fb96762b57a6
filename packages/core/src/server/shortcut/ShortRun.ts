// One request on the short way: key, count, place, body, service, answer; or the long way with what was done.
// Source: §4.1, §7.1; that there is a short way is Assumed: ours.
import * as Cause from "effect/Cause"
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Result from "effect/Result"
import type * as ApiError from "../../errors/ApiError.ts"
import { type Entry, entryOf } from "../telemetry/AccessLog.ts"
import { type Advance, handOver } from "./Advance.ts"
import type { Caller, KeyCheck } from "../Authentication.ts"
import { type Telling, Told } from "../extraHeaders.ts"
import type { BodyBudget } from "../body/BodyMemoryLimit.ts"
import type { Drain, UnderWay } from "../lifecycle/Shutdown.ts"
import { type Count, countHeaders, type Limiter } from "../limits/RateLimiter.ts"
import * as limits from "../../contract/limits.ts"
import { CurrentRequest, inProcess, Noted } from "../RequestContext.ts"
import type { Places } from "../limits/ConcurrencyLimit.ts"
import { makeByteScanner } from "../../protocol/json/byteScanner.ts"
import type { Counters } from "./shortCounters.ts"
import type { Asked, Ends, Route } from "./Shortcut.ts"
import { decodeStrict } from "../../protocol/utf8.ts"
import { textOf } from "../../protocol/json/sourceText.ts"

/** What all requests share. */
export interface Means {
  readonly base: Context.Context<never>
  readonly budget: BodyBudget["Service"]
  readonly clock: Clock.Clock
  readonly drain: Drain["Service"]
  readonly keys: KeyCheck["Service"]
  readonly limiter: Limiter["Service"]
  readonly log: ((entry: Entry) => void) | undefined
  readonly places: Places["Service"]
}

/** A route with its counters. */
export type Known = Route & { readonly counters: Counters }

type KeyFailure = ApiError.AuthenticationError | ApiError.UnavailableError

/** The body as the long way would read it, or undefined. */
const parsed = (bytes: Uint8Array): unknown => {
  const scan = makeByteScanner({ maxDepth: limits.bodyDepth, maxMembers: limits.lightMembers })
  if (scan.push(bytes) !== undefined || scan.end() !== undefined) return undefined
  return Result.getOrUndefined(Result.try((): unknown => JSON.parse(decodeStrict(bytes))))
}

/** The headers of an answer, by themselves; others may come beside. */
const headed = (id: string, count: Count): { [name: string]: string } => ({
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-request-id": id,
  ...countHeaders(count)
})

/** The service found the request wrong before it did anything: the long way says what is wrong. */
const isUnasked = (cause: Cause.Cause<ApiError.ApiError>): boolean => {
  const [reason] = cause.reasons
  if (reason === undefined || !Cause.isFailReason(reason)) return false
  return reason.error._tag === "InvalidRequestError" && reason.error.phase === "request"
}

/** Goes on with the end of an effect: at once, when it is one already. */
const goOn = <A, E>(effect: Effect.Effect<A, E>, then: (exit: Exit.Exit<A, E>) => Effect.Effect<void>) =>
  Exit.isExit(effect) ? then(effect as Exit.Exit<A, E>) : Effect.flatMap(Effect.exit(effect), then)

/** Runs once. Its methods are the steps, in their order. */
export class ShortRun {
  private readonly means: Means
  private readonly route: Known
  private readonly asked: Asked
  private readonly key: string
  private readonly ends: Ends
  private readonly noted: Noted
  private readonly told: Telling = { headers: [], written: undefined }
  private check: Advance["check"]
  private count: Count | undefined
  private bytes: Uint8Array | undefined
  private cause: Advance["cause"]
  private group: string | undefined
  private underWay: UnderWay | undefined
  private held = 0
  private isOver = false

  constructor(means: Means, route: Known, asked: Asked, key: string, ends: Ends) {
    const { clock, drain } = means
    const declared = Number(asked.headers["content-length"])
    this.means = means
    this.route = route
    this.asked = asked
    this.key = key
    this.ends = ends
    this.noted = new Noted(
      route.method,
      route.path,
      clock.currentTimeMillisUnsafe(),
      declared,
      drain.whenEnding
    )
  }

  /** Begins; what it gives interrupts the work. */
  start(): () => void {
    const { noted } = this
    const context = this.means.base.pipe(
      Context.add(CurrentRequest, noted),
      Context.add(Told, this.told),
      Context.add(References.CurrentLogAnnotations, { requestId: noted.id })
    )
    const fiber = Effect.runForkWith(context)(Effect.withFiber((own) => this.enter(own)))
    if (!this.isOver) fiber.addObserver((exit) => this.cut(exit))
    return () => fiber.interruptUnsafe()
  }

  private enter(fiber: Fiber.Fiber<unknown, unknown>): Effect.Effect<void> {
    const { drain, keys } = this.means
    this.underWay = drain.enter(fiber)
    return goOn(keys.check(Redacted.make(this.key)), (exit) => this.checked(exit))
  }

  private checked(check: Exit.Exit<Caller["Service"], KeyFailure>): Effect.Effect<void> {
    if (Exit.isSuccess(check)) return this.take(check.value, check)
    if (Cause.hasInterrupts(check.cause)) return Effect.void
    this.check = check
    return this.turn()
  }

  private take(
    caller: Caller["Service"],
    check: Exit.Success<Caller["Service"], KeyFailure>
  ): Effect.Effect<void> {
    const { limiter } = this.means
    this.check = check
    // Tokens are reserved by the long way.
    if ((caller.tokensPerMinute ?? limiter.tokensPerMinute) !== undefined) return this.turn()
    return Effect.flatMap(
      limiter.take(caller.group, this.route.operation, caller.requestsPerSecond),
      (count) => this.ask(caller, count)
    )
  }

  private ask(caller: Caller["Service"], count: Count): Effect.Effect<void> {
    this.count = count
    if (count.wait !== undefined || !this.means.places.take(caller.group)) return this.turn()
    this.group = caller.group
    if (!this.means.budget.takeUnsafe(this.noted.bytesIn)) return this.turn()
    this.held = this.noted.bytesIn
    this.bytes = this.asked.body()
    const request = parsed(this.bytes)
    if (request === undefined) return this.turn()
    this.noted.caller = caller
    return Effect.matchCause(this.route.call(request as never), {
      onFailure: (cause) => this.failed(cause),
      onSuccess: (value) => this.answer(value, count)
    })
  }

  private answer(value: unknown, count: Count): void {
    const { ends, noted, told } = this
    const { counters } = this.route
    const fields = headed(noted.id, count)
    if (this.means.drain.phase() !== "serving") fields["connection"] = "close"
    for (const tell of told.headers) Object.assign(fields, tell(fields))
    if (noted.engine === undefined) {
      noted.engine = inProcess
      counters.called()
    }
    this.underWay?.answered()
    noted.bytesOut = ends.answer(fields, textOf(value, told.written))
    counters.answered()
    this.over(200, false)
  }

  private failed(cause: Cause.Cause<ApiError.ApiError>): void {
    if (Cause.hasInterrupts(cause)) return
    if (!isUnasked(cause)) this.cause = cause
    this.long()
  }

  /** The caller has left, the server ends, or what counts has a defect. */
  private cut(exit: Exit.Exit<unknown, unknown>): void {
    if (this.isOver) return
    if (this.means.drain.phase() === "ending" || !Exit.hasInterrupts(exit)) return this.long()
    const { counters } = this.route
    if (this.group !== undefined && this.noted.engine === undefined) counters.cancelled()
    counters.left()
    this.over(499, true)
  }

  private over(status: number, isAborted: boolean): void {
    const { clock, log } = this.means
    const now = clock.currentTimeMillisUnsafe()
    this.route.counters.took(now - this.noted.startedAt)
    log?.(entryOf(this.noted, status, now, isAborted))
    this.leave()
  }

  private turn(): Effect.Effect<void> {
    this.long()
    return Effect.void
  }

  private long(): void {
    const { asked, bytes, cause, check, count, noted, told } = this
    this.leave()
    handOver(asked.source, {
      ...(check && { check }),
      ...(count && { count }),
      ...(bytes && { bytes }),
      ...(cause && { cause, beside: told.headers, noted })
    })
    this.ends.long()
  }

  private leave(): void {
    this.isOver = true
    this.told.written = undefined
    this.means.budget.giveBackUnsafe(this.held)
    if (this.group !== undefined) this.means.places.leave(this.group)
    this.underWay?.over()
  }
}
