// What the metrics tell of the queue of async chats.
import { assert, describe, it } from "@effect/vitest"
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Table from "../../src/async-chat/table.ts"
import { makeTurns } from "../../src/async-chat/turns.ts"
import { directory } from "../stores.ts"
import { create, opened, scriptedChat, until, working } from "./scriptedChat.ts"

const asking = Effect.forEach(["never", "never", "never"], (text) => create(text)).pipe(
  Effect.provideService(Caller, { group: "default", key: "k" })
)

const gauges = Effect.map(Metric.snapshot, (all) =>
  all.flatMap(({ attributes, id, state }) =>
    id === "leadline_async_chats" && "value" in state ? [[attributes, state.value] as const] : []
  )
)

describe("async chats", () => {
  it.live("are counted by what becomes of them", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.gen(function* () {
        yield* asking
        assert.deepStrictEqual(yield* Table.countByState, { queued: 3, running: 0 })
        yield* Table.claim("owner", 60_000, makeTurns(8))
        assert.deepStrictEqual(yield* Table.countByState, { queued: 2, running: 1 })
      }).pipe(Effect.provide(opened(path)))
    })
  )

  it.live("are counted by the worker, without names of groups", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* asking.pipe(Effect.provide(opened(path)))
      yield* Effect.gen(function* () {
        const found = yield* until(
          gauges,
          (all) => all.reduce((sum, [, value]) => sum + Number(value), 0) === 3
        )
        assert.deepStrictEqual(
          found.map(([attributes]) => attributes),
          [{ status: "queued" }, { status: "running" }]
        )
      }).pipe(
        Effect.provide(working(path, scriptedChat())),
        Effect.provideService(Metric.MetricRegistry, new Map())
      )
    })
  )
})
