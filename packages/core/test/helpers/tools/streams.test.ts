// Streamed runs, and runs as effects.
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { assert, describe, expectTypeOf, it } from "vitest"
import type { ApiError } from "../../../src/errors/ApiError.ts"
import {
  MaxStepsError,
  runToolsEffect,
  type RunToolsEvent,
  runToolsStream,
  runToolsStreamEffect,
  type ToolArgumentsError,
  toolEffect
} from "../../../src/helpers/tools/index.ts"
import type { Responses } from "../../../src/resources/responses/index.ts"
import { mockClient } from "../../../src/testing/index.ts"
import { rejection } from "../../fixtures/rejection.ts"
import { City, created, inBrest, request, response, said, streamed, weather } from "./fixtures.ts"

const script = () => [streamed(response([inBrest])), streamed(response([said("Clear.")]))]
const kinds = (events: ReadonlyArray<RunToolsEvent>) =>
  events.map((one) => (one.type === "response.event" ? `${one.step} ${String(one.event.type)}` : one.type))

describe("a streamed run", () => {
  const expected = [
    "1 response.created",
    "1 response.completed",
    "tool.started",
    "tool.ended",
    "2 response.created",
    "2 response.completed",
    "run.completed"
  ]

  it("gives the events of all steps, those of tools between them, and last the result", async () => {
    const { client } = mockClient(script())
    const events: Array<RunToolsEvent> = []
    for await (const event of runToolsStream(client.responses, request, [weather])) events.push(event)
    assert.deepStrictEqual(kinds(events), expected)
    const last = events.at(-1)
    assert.isTrue(last?.type === "run.completed" && last.result.steps.length === 2)
  })

  it("rejects after its events with a MaxStepsError", async () => {
    const { client } = mockClient(script().slice(0, 1))
    const events: Array<RunToolsEvent> = []
    const read = async () => {
      for await (const event of runToolsStream(client.responses, request, [weather], { maxSteps: 1 }))
        events.push(event)
    }
    assert.isTrue((await rejection(read())) instanceof MaxStepsError)
    assert.deepStrictEqual(kinds(events), expected.slice(0, 2))
  })

  it("of the service is a stream of the same events", async () => {
    const { layer } = mockClient(script())
    const events = await Effect.runPromise(
      Stream.runCollect(runToolsStreamEffect(request, [weather])).pipe(Effect.provide(layer))
    )
    assert.deepStrictEqual(kinds(events), expected)
  })
})

describe("the Effect twin", () => {
  it("has the failures of tools and their services in its type", async () => {
    class Unknown extends Data.TaggedError("Unknown") {}
    const failing = toolEffect({ name: "weather", schema: City, run: () => Effect.fail(new Unknown()) })
    const { layer } = mockClient([created([inBrest])])
    const run = runToolsEffect(request, [failing], { onToolError: "throw" })
    expectTypeOf(run).toEqualTypeOf<
      Effect.Effect<
        Effect.Success<typeof run>,
        ApiError | MaxStepsError | ToolArgumentsError | Unknown,
        Responses
      >
    >()
    const error = await Effect.runPromise(Effect.flip(run).pipe(Effect.provide(layer)))
    assert.strictEqual(error._tag, "Unknown")
  })

  it("is interrupted with its tools", async () => {
    const { layer } = mockClient([created([inBrest])])
    const interrupted = await Effect.runPromise(
      Effect.gen(function* () {
        const started = yield* Deferred.make<void>()
        let isOver = false
        const waiting = toolEffect({
          name: "weather",
          schema: City,
          run: () =>
            Effect.andThen(Deferred.succeed(started, undefined), Effect.never).pipe(
              Effect.onInterrupt(() => Effect.sync(() => (isOver = true)))
            )
        })
        const fiber = yield* Effect.forkChild(runToolsEffect(request, [waiting]))
        yield* Deferred.await(started)
        yield* Fiber.interrupt(fiber)
        return isOver
      }).pipe(Effect.provide(layer))
    )
    assert.isTrue(interrupted)
  })
})
