// Streamed runs, runs as effects, and their cancellation.

import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { assert, describe, it } from "vitest"
import {
  runTools,
  type RunToolsEvent,
  runToolsStream,
  runToolsStreamEffect,
  tool,
  toolEffect
} from "../../../src/helpers/tools/index.ts"
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
