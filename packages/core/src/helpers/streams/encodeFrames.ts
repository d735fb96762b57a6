// Encodes events as the bytes of a stream of server-sent events: heartbeats while the source is silent, one event for any failure.
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { aDuration, aFunction, type Checks } from "../../client/optionChecks.ts"
import { isApiError } from "../../errors/ApiError.ts"
import { outageMessages } from "../../errors/bodies.ts"
import { errorTypes, fixedMessages } from "../../errors/messages.ts"
import { ping } from "../../protocol/sse/frames.ts"
import { encodeText } from "../../protocol/utf8.ts"
import { heartbeatInterval } from "./limits.ts"

/** Options of every stream for a browser. Unknown or invalid ones throw a TypeError that names the option. */
export interface EncodeOptions {
  /** Silence after which a comment is sent, so that no proxy closes the connection. Default 15 s. */
  readonly heartbeat?: Duration.Input | undefined
  /**
   * Gives the message that the reader sees of a failure, and may log the failure itself. Default, and where it throws, a
   * fixed message, which repeats nothing of it.
   */
  readonly errorMessage?: ((error: unknown) => string) | undefined
}

/** The check of each option. */
export const encodeOptions = { heartbeat: aDuration, errorMessage: aFunction } satisfies Checks<EncodeOptions>

/** Message, type and status for the reader. What only the server can mend, such as its key, is a 500. */
const outageOf = (error: unknown): readonly [message: string, type: string, code: number] => {
  switch (isApiError(error) ? error._tag : undefined) {
    case "RateLimitError":
      return [fixedMessages[429], errorTypes[429], 429]
    case "UnavailableError":
      return [...outageMessages.unavailable, 503]
    case "DeadlineExceededError":
      return [...outageMessages.timeout, 504]
    case "ConnectionError":
    case "InvalidResponseError":
    case "StreamTruncatedError":
      return [...outageMessages.gateway, 502]
    default:
      return [...outageMessages.internal, 500]
  }
}

/** The program's message for a failure; undefined where it has none, or throws. */
const messageOf = (error: unknown, errorMessage: EncodeOptions["errorMessage"]): string | undefined => {
  try {
    return errorMessage?.(error)
  } catch {
    return undefined
  }
}

/** The error event of a failure, as the service itself sends one. */
export const errorEvent = (error: unknown, { errorMessage }: EncodeOptions) => {
  const [fixed, type, code] = outageOf(error)
  return { error: { message: messageOf(error, errorMessage) ?? fixed, type, code } }
}

/** Gives a comment for each `interval` of silence while the reader waits. */
const withHeartbeat = <E, R>(
  frames: Stream.Stream<string, E, R>,
  interval: Duration.Input
): Stream.Stream<string, E, R> =>
  Stream.transformPull(frames, (pull, scope) =>
    Effect.sync(() => {
      let pending: Fiber.Fiber<readonly [string, ...Array<string>], E | Cause.Done> | undefined
      return Effect.gen(function* () {
        pending ??= yield* Effect.forkIn(pull, scope)
        const exit = yield* Effect.timeoutOption(Fiber.await(pending), interval)
        if (Option.isNone(exit)) return [ping] as const
        pending = undefined
        return yield* exit.value
      })
    })
  )

/**
 * The bytes of all events: `data:` frames, a comment in silence, and in place of a failure an error event. `encode`
 * makes the frames of one event, `end` what follows the last one, `failed` the frame of a failure.
 */
export const encodeFrames = <A, E, R>(
  events: Stream.Stream<A, E, R>,
  {
    encode,
    end,
    failed
  }: {
    readonly encode: (event: A) => string
    readonly end: () => string
    readonly failed: (error: unknown) => string
  },
  { heartbeat = heartbeatInterval }: EncodeOptions
): Stream.Stream<Uint8Array, never, R> => {
  const frames = Stream.map(events, encode).pipe(
    Stream.concat(Stream.suspend(() => Stream.succeed(end()))),
    Stream.catchCause((cause) => Stream.succeed(failed(Cause.squash(cause)))),
    Stream.filter((text) => text !== "")
  )
  return Stream.mapArray(withHeartbeat(frames, heartbeat), (some) => [encodeText(some.join(""))])
}
