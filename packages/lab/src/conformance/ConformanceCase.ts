// One conformance case: an effect over a service that fails when an implementation breaks the contract.
import type { ApiError } from "@leadline/core/errors"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { WireCase } from "../wire/WireCase.ts"

/** A condition of a case that is not met. */
export class CheckFailed extends Data.TaggedError("CheckFailed")<{ readonly message: string }> {}

/** A named check of a service. Cases of one service run one after the other. */
export interface ConformanceCase<S> {
  readonly name: string
  readonly run: Effect.Effect<void, ApiError | CheckFailed, S>
}

/** How a resource is tested. */
export interface Conformance<S> {
  /** Its service without an engine, and without a database on disk. */
  readonly fake: Layer.Layer<S>
  /** Of every implementation. */
  readonly cases: ReadonlyArray<ConformanceCase<S>>
  /** Of the fake alone: failures on demand, and answers that are known beforehand. */
  readonly ofFake: ReadonlyArray<ConformanceCase<S>>
  /** Its wire cases that are not among those of another resource. */
  readonly wire: ReadonlyArray<WireCase>
}

type Steps<S> = () => Generator<Effect.Effect<unknown, ApiError | CheckFailed, S>, void, never>

/** A case of a name and its check: an effect, or its steps as `Effect.gen` takes them. */
export const conformanceCase = <S>(
  name: string,
  check: ConformanceCase<S>["run"] | Steps<S>
): ConformanceCase<S> => ({ name, run: typeof check === "function" ? Effect.gen(check) : check })

/** Fails with the message unless the condition is met. */
export const expect = (condition: boolean, message: string) =>
  condition ? Effect.void : Effect.fail(new CheckFailed({ message }))

/** Fails unless both are the same JSON. */
export const expectSame = (actual: unknown, wanted: unknown) => {
  const [is, was] = [actual, wanted].map((value) => JSON.stringify(value))
  return expect(is === was, `it is ${is}, not ${was}`)
}

const received = new WeakSet<object>()

/** Fails if a failure was received before: one that two callers hold is changed for both. It is frozen for the same reason. */
const expectOwn = <E extends object>(failure: E) =>
  Effect.suspend(() => {
    if (received.has(failure)) return Effect.fail(new CheckFailed({ message: "two callers got one failure" }))
    received.add(Object.freeze(failure))
    return Effect.succeed(failure)
  })

/** The error of a call that must fail. */
export const expectFailure = <S>(call: Effect.Effect<unknown, ApiError | CheckFailed, S>) =>
  Effect.matchEffect(call, {
    onFailure: expectOwn,
    onSuccess: () => Effect.fail(new CheckFailed({ message: "it succeeds" }))
  })

/** Fails unless the call fails with an error of this class. */
export const expectError = <S>(tag: string, call: Effect.Effect<unknown, ApiError | CheckFailed, S>) =>
  Effect.flatMap(expectFailure(call), (error) =>
    expect(error._tag === tag, `it is ${error._tag}: ${error.message}`)
  )

/** The events of a stream up to its end, and the error that ended it. */
export const collectEvents = <A, S>(open: Effect.Effect<Stream.Stream<A, ApiError>, ApiError, S>) =>
  Effect.suspend(() => {
    const events: Array<A> = []
    return Effect.flatMap(open, (stream) =>
      Stream.runForEach(stream, (event) => Effect.sync(() => events.push(event)))
    ).pipe(
      Effect.matchEffect({
        onFailure: (error): Effect.Effect<ApiError | undefined, CheckFailed> => expectOwn(error),
        onSuccess: () => Effect.undefined
      }),
      Effect.map((error) => ({ events, error }))
    )
  })
