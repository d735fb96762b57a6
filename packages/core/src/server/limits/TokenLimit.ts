// Input tokens of a group: reserved by the size of a request before the engine, settled by what its answer tells.
// Source: §8; Assumed: ours, the document names no token limit.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Stream from "effect/Stream"
import type * as ApiError from "../../errors/ApiError.ts"
import { CurrentBody } from "../../contract/payload.ts"

/** Puts what was used in the place of what was reserved. */
type Settle = (used: number) => Effect.Effect<void>

/** Reserves tokens for the request around it; none where nothing is limited. */
export const TokenMeter = Context.Reference<
  ((tokens: number) => Effect.Effect<Settle, ApiError.RateLimitError>) | undefined
>("@leadline/core/http/TokenMeter", { defaultValue: () => undefined })

const bytesPerToken = 4

/** About what a body costs, before anybody counts it: by its declared bytes, or in chunks by its characters. */
const estimated = (request: HttpServerRequest.HttpServerRequest) =>
  CurrentBody.pipe(
    Effect.flatMap((body) =>
      body === undefined
        ? Effect.match(request.text, { onFailure: () => 0, onSuccess: ({ length }) => length })
        : Effect.succeed(body.length)
    ),
    Effect.map((length) => {
      const declared = Number(request.headers["content-length"] ?? 0)
      return Math.ceil(Math.max(1, length, Number.isFinite(declared) ? declared : 0) / bytesPerToken)
    })
  )

const part = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/** Input tokens that an answer, or an event of one, says it used. */
const told = (value: unknown): number | undefined => {
  const usage = part(value, "usage") ?? part(part(value, "response"), "usage")
  if (usage === undefined) return undefined
  const tokens = part(usage, "input_tokens") ?? part(usage, "prompt_tokens") ?? part(usage, "total_tokens")
  return typeof tokens === "number" && tokens >= 0 ? tokens : undefined
}

/** Whoever leaves has used what was reserved; what fails has used nothing. */
const settled = (exit: Exit.Exit<unknown, unknown>, used: number | undefined, settle: Settle) =>
  Exit.isSuccess(exit)
    ? used === undefined
      ? Effect.void
      : settle(used)
    : Exit.hasInterrupts(exit)
      ? Effect.void
      : settle(0)

const reserving = <A, E, R>(
  unlimited: Effect.Effect<A, E, R>,
  limited: (settle: Settle) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | ApiError.RateLimitError, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(TokenMeter, (reserve) =>
    reserve === undefined
      ? unlimited
      : HttpServerRequest.HttpServerRequest.pipe(
          Effect.flatMap(estimated),
          Effect.flatMap(reserve),
          Effect.flatMap(limited)
        )
  )

/** Holds an answer of an engine against the tokens of its group. */
export const metered = <A, E, R>(answer: Effect.Effect<A, E, R>) =>
  reserving(answer, (settle) =>
    Effect.onExit(answer, (exit) =>
      settled(exit, Exit.isSuccess(exit) ? told(exit.value) : undefined, settle)
    )
  )

/** The same for an answer in events: settled when they are over. */
export const meteredEvents = <A, E, R, F, S>(opened: Effect.Effect<Stream.Stream<A, F, S>, E, R>) =>
  reserving(opened, (settle) =>
    opened.pipe(
      Effect.onError((cause) => settled(Exit.failCause(cause), undefined, settle)),
      Effect.map((events) => {
        let used: number | undefined
        return events.pipe(
          Stream.map((event) => {
            used = told(event) ?? used
            return event
          }),
          Stream.onExit((exit) => settled(exit, used, settle))
        )
      })
    )
  )
