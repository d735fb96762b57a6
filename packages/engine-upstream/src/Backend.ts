// One other server: the client that asks it, once for each call, and what stands around every call.
// Source: §7.1; Assumed: ours for breaker, time and record.
import * as Client from "@leadline/core/client"
import * as ApiError from "@leadline/core/errors"
import * as Passing from "@leadline/core/passing"
import type { Transport } from "@leadline/core/transport"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as beside from "./beside.ts"
import * as Breaker from "./Breaker.ts"
import * as limits from "./limits.ts"
import { outward, signOf, type Stored } from "./outward.ts"
import { leaveName, makeRecord } from "./record.ts"

/** Where the other server is, and how long it may take. */
export interface BackendOptions {
  /** `https://` or `http://`, a host, perhaps a path. Redirects are never followed. */
  readonly baseUrl: string
  /** This server's own key there. The caller's key never leaves. */
  readonly apiKey: Redacted.Redacted
  /** Time for one whole answer, or to the head of a stream; then 504. Default 60 s. */
  readonly timeout?: Duration.Input | undefined
  /** Time without a byte in a stream. Default 20 s. */
  readonly idleTimeout?: Duration.Input | undefined
  /** When calls are refused because the others fail. */
  readonly breaker?: Partial<Breaker.BreakerOptions> | undefined
}

/** What sends requests. */
export type Sending = Layer.Success<ReturnType<typeof Client.layerRequestExecutor>>

type Call<A, R> = Effect.Effect<A, ApiError.ApiError, R>
type Events<A> = Stream.Stream<A, ApiError.ApiError>

/** The other server, as the rooms of this package ask it. */
export class Backend extends Context.Service<
  Backend,
  {
    /** One call: let pass by the breaker, recorded, its failure told outward. */
    readonly call: <A, R>(operation: string, call: Call<A, R>, stored?: Stored) => Call<A, R>
    /** The same for a call that is answered by events. */
    readonly stream: <A, R>(operation: string, call: Call<Events<A>, R>) => Call<Events<A>, R>
  }
>()("@leadline/engine-upstream/Backend") {}

const nothing: Stored = { isKept: false }

const refusal = "The model service is unavailable."

const make = ({ breaker: judged }: BackendOptions) => {
  const breaker = Breaker.make(judged)
  const record = makeRecord()

  /** What a call, or the beginning or the breaking off of its stream, says. */
  const ended = (
    { context }: Fiber.Fiber<unknown, unknown>,
    pass: Breaker.Pass,
    operation: string,
    exit: Exit.Exit<unknown, ApiError.ApiError>,
    success: "begun" | "ok"
  ) => {
    const now = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
    const error = Exit.isFailure(exit) ? Option.getOrUndefined(Exit.findErrorOption(exit)) : undefined
    const isCut = error === undefined && Exit.isFailure(exit)
    const change = pass.tell(error === undefined ? (isCut ? "unseen" : "answered") : signOf(error), now)
    return record(context, { operation, change, now, outcome: error ?? (isCut ? "cancelled" : success) })
  }

  /** A stream that came to its end, and whose beginning has told the breaker, or one that broke off. */
  const streamed = (pass: Breaker.Pass, operation: string, exit: Exit.Exit<unknown, ApiError.ApiError>) =>
    Effect.withFiber((fiber) => {
      if (Exit.isFailure(exit)) return ended(fiber, pass, operation, exit, "ok") ?? Effect.void
      const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      return record(fiber.context, { operation, change: undefined, now, outcome: "ok" }) ?? Effect.void
    })

  /** Let pass by the breaker, told beside, recorded; `onward` has the answer last. */
  const passing = <A, R>(
    operation: string,
    stored: Stored,
    call: Call<A, R>,
    success: "begun" | "ok",
    onward: (answer: A, pass: Breaker.Pass) => A
  ): Call<A, R> =>
    Effect.withFiber<A, ApiError.ApiError, R>((fiber) => {
      const { context } = fiber
      const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      const pass = breaker.enter(now)
      leaveName(context, typeof pass === "number" ? 0 : 1)
      if (typeof pass === "number") {
        return Effect.andThen(
          record(context, { operation, now, change: undefined, outcome: "refused" }) ?? Effect.void,
          Effect.fail(new ApiError.UnavailableError({ message: refusal, retryAfter: pass }))
        )
      }
      const answered = Effect.onExitPrimitive(Client.withResponse(call), (exit) => {
        beside.of(context, exit)
        return ended(fiber, pass, operation, exit, success)
      })
      return Effect.mapBoth(answered, {
        onSuccess: ({ data }) => onward(data, pass),
        onFailure: (error) => outward(error, stored)
      })
    })

  return Backend.of({
    call: (operation, call, stored = nothing) => passing(operation, stored, call, "ok", (answer) => answer),
    stream: (operation, call) =>
      passing(operation, nothing, call, "begun", (events, pass) =>
        events.pipe(
          Stream.onExit((exit) => streamed(pass, operation, exit)),
          Stream.mapError((error) => outward(error, nothing))
        )
      )
  })
}

/**
 * The other server over a transport, which must follow no redirect. The client beneath sends each call once: whoever
 * called this server retries. Throws a TypeError for a base URL or key that is none.
 */
export const layer = (options: BackendOptions): Layer.Layer<Backend | Sending, never, Transport> => {
  const { apiKey, baseUrl, idleTimeout = limits.idle, timeout = limits.timeout } = options
  return Layer.merge(
    Layer.sync(Backend, () => make(options)),
    Layer.provide(
      Passing.layer,
      Client.layerRequestExecutor({ apiKey, baseUrl, idleTimeout, timeout, maxRetries: 0, logLevel: "off" })
    )
  )
}
