// Instructions for a fake engine that streams: the user's text, read as JSON.
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { failureNamed } from "./decisions.ts"
import { activeInScope, trackActive } from "./activeWork.ts"

const Instructions = Schema.Struct({
  /** Fails with this class of error: at once, or in a stream after `after` events. */
  fail: Schema.optionalKey(Schema.String),
  /** Dies, at the same point. */
  die: Schema.optionalKey(Schema.Boolean),
  /** Events before the failure, the end or the stall. */
  after: Schema.optionalKey(Schema.Int),
  /** Ends the stream after `after` events, without the last event. */
  cut: Schema.optionalKey(Schema.Boolean),
  /** Never answers, or stalls after `after` events. */
  silent: Schema.optionalKey(Schema.Boolean),
  /** Replaces the response, or is sent in the stream after `after` events. */
  say: Schema.optionalKey(Schema.Json)
})

/** {@link Instructions}, readonly. */
export type Instructions = typeof Instructions.Type

/** The instructions in a text; empty where it is no such JSON. */
export const parseInstructions = (text: string): Instructions =>
  Option.getOrElse(Schema.decodeOption(Schema.fromJsonString(Instructions))(text), (): Instructions => ({}))

const failOrWait = ({ die, fail = "", silent }: Instructions): Effect.Effect<void, ApiError> => {
  const failure = failureNamed(fail)
  if (failure !== undefined) return Effect.fail(failure)
  if (die === true) return Effect.die(new Error("secret-cause"))
  return silent === true ? Effect.never : Effect.void
}

/** The response, or what the instructions ask for instead. */
export const respond = (script: Instructions, answer: unknown): Effect.Effect<unknown, ApiError> =>
  Effect.as(trackActive(failOrWait(script)), script.say ?? answer)

/** The stream, which is active work while it runs. */
const followed = (stream: Stream.Stream<unknown, ApiError>) =>
  Effect.succeed(Stream.unwrap(Effect.as(activeInScope, stream)))

/** The events as a stream, changed as the instructions ask. */
export const respondStream = (
  script: Instructions,
  events: ReadonlyArray<unknown>
): Effect.Effect<Stream.Stream<unknown, ApiError>, ApiError> => {
  const { after, cut, say } = script
  const stopped = Stream.drain(Stream.fromEffect(failOrWait(script)))
  if (after === undefined)
    return Effect.flatMap(failOrWait(script), () => followed(Stream.fromIterable(events)))
  const before = Stream.fromIterable(events.slice(0, after))
  if (cut === true) return followed(before)
  return followed(
    before.pipe(
      Stream.concat(stopped),
      Stream.concat(Stream.fromIterable(say === undefined ? [] : [say])),
      Stream.concat(Stream.fromIterable(events.slice(after)))
    )
  )
}
