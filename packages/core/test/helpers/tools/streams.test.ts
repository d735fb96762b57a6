// Streamed runs, runs as effects, and their cancellation.
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { assert, describe, expectTypeOf, it } from "vitest"
import type { ApiError } from "../../../src/errors/ApiError.ts"
import {
  MaxStepsError,
  runTools,
  runToolsEffect,
  type RunToolsEvent,
  runToolsStream,
  runToolsStreamEffect,
  tool,
  type ToolArgumentsError,
  toolEffect
} from "../../../src/helpers/tools/index.ts"
import type { Responses } from "../../../src/resources/responses/index.ts"
import { mockClient } from "../../../src/testing/index.ts"
import { collect } from "../../fixtures/bulk.ts"
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

  it("gives the events of all steps, those of tools between them, and last the result, also as an effect", async () => {
    const { client } = mockClient(script())
    const events = await collect(runToolsStream(client.responses, request, [weather]))
    assert.deepStrictEqual(kinds(events), expected)
    const last = events.at(-1)
    assert.isTrue(last?.type === "run.completed" && last.result.steps.length === 2)
    const twin = Stream.runCollect(runToolsStreamEffect(request, [weather]))
    const same = await Effect.runPromise(Effect.provide(twin, mockClient(script()).layer))
    assert.deepStrictEqual(kinds(same), expected)
  })

  it("that is left ends its tools", async () => {
    let isAborted = false
    const waiting = tool({
      name: "weather",
      schema: City,
      run: (_, { signal }) => new Promise(() => signal.addEventListener("abort", () => (isAborted = true)))
    })
    const { client } = mockClient(script().slice(0, 1))
    for await (const event of runToolsStream(client.responses, request, [waiting]))
      if (event.type === "tool.started") break
    assert.isTrue(isAborted)
  })
})

it("an aborted run rejects with the reason, ends the tool that runs, and sends nothing more", async () => {
  const controller = new AbortController()
  const { signal } = controller
  let isInterrupted = false
  const waiting = toolEffect({
    name: "weather",
    schema: City,
    run: () =>
      Effect.andThen(
        Effect.sync(() => controller.abort(new Error("enough"))),
        Effect.never
      ).pipe(Effect.onInterrupt(() => Effect.sync(() => (isInterrupted = true))))
  })
  const { client, requests } = mockClient([created([inBrest])])
  const run = () => rejection(runTools(client.responses, request, [waiting], { signal }))
  assert.strictEqual(await run(), signal.reason)
  assert.isTrue(isInterrupted)
  assert.strictEqual(await run(), signal.reason)
  assert.strictEqual(requests.length, 1)
})

it("the Effect twin has the failures of tools and their services in its type", async () => {
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
