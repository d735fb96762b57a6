// What groups use: summed, written in batches, and held against their budget.
import { assert, describe } from "@effect/vitest"
import { CurrentSpending } from "@leadline/core/internal"
import { type RequestUsage, UsageMeter } from "@leadline/core/usage-meter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { createKey, layerUsageMeter, listUsage, setGroup, usageCsv } from "../../src/index.ts"
import { create, ended, scriptedChat, working } from "../async-chat/scriptedChat.ts"
import { accepted, adjust, directory, eventually, newStore, startingAt, store } from "../stores.ts"
import { test, testOver } from "../effects.ts"
import { query } from "../query.ts"

const add = (operation: string, inputTokens: number, cost?: number) =>
  Effect.flatMap(UsageMeter, (meter) =>
    Effect.sync(() => meter?.add({ group: "default", operation, inputTokens, outputTokens: 1, cost }))
  )

/** The sums when so many are written: over PostgreSQL that may end after the next ten seconds have begun. */
const written = (count: number) => eventually(listUsage(), ({ length }) => length === count, adjust(10_000))

/** Inserts what a group has used in November. */
const insertSpend = (cost_usd: number) =>
  SqlClient.SqlClient.use((sql) => {
    const sums = { requests: 1, input_tokens: 1, output_tokens: 1, cost_usd }
    const row = { group_id: "default", month: "2026-11", operation: "chat.create", ...sums }
    return sql`INSERT INTO group_spend ${sql.insert(row)}`
  })

const metered = layerUsageMeter().pipe(Layer.provideMerge(newStore))

const meteredTest = testOver(metered)
const novemberTest = testOver(Layer.empty, startingAt("2026-11-30T12:00:00Z"))

describe("the use of a group", () => {
  testOver(metered, startingAt("2026-11-30T23:59:40Z"))(
    "is summed by month and operation, and written every ten seconds",
    function* () {
      yield* add("chat.create", 5, 0.5)
      yield* add("chat.create", 7, 0.25)
      yield* add("decisions.create", 1_000_000)
      yield* adjust(9_999)
      assert.deepEqual(yield* listUsage(), [])
      yield* adjust(1)
      yield* written(2)
      yield* adjust(10_000)
      yield* add("search.create", 0)
      const rows = yield* written(3)
      assert.strictEqual(
        usageCsv(rows),
        [
          "month,group,operation,requests,input_tokens,output_tokens,cost_usd",
          "2026-11,default,chat.create,2,12,2,0.750000000",
          "2026-11,default,decisions.create,1,1000000,1,0.000000000",
          "2026-12,default,search.create,1,0,1,0.000000000"
        ].join("\n")
      )
      assert.deepEqual(yield* listUsage({ month: "2026-12", group: "default" }), rows.slice(2))
      // Not 1e-7, which a spreadsheet may read as text.
      assert.match(usageCsv(rows.slice(2).map((row) => ({ ...row, cost_usd: 1e-7 }))), /,0\.000000100$/)
    }
  )

  testOver(metered, startingAt("2026-11-30T23:59:30Z"))(
    "counts against its budget at once, and no more in the next month",
    function* () {
      const { key } = yield* createKey()
      yield* setGroup("default", { budget_usd: 1 })
      const { spentBudget } = yield* accepted(key)
      yield* add("chat.create", 1, 0.9)
      assert.isUndefined(spentBudget?.())
      yield* add("chat.create", 1, 0.1)
      // A request that was admitted before knows, too.
      assert.strictEqual(spentBudget?.(), 1)
      yield* adjust(10_000)
      assert.strictEqual((yield* accepted(key)).spentBudget?.(), 1)
      yield* setGroup("default", { budget_usd: 2 })
      assert.isUndefined((yield* accepted(key)).spentBudget?.())
      yield* setGroup("default", { budget_usd: 1 })
      yield* TestClock.setTime(Date.parse("2026-12-01T00:00:00Z"))
      assert.isUndefined(spentBudget?.())
      assert.isUndefined((yield* accepted(key)).spentBudget?.())
    }
  )

  test("is known after a restart, and what other nodes wrote when a key is read again", function* () {
    const path = yield* directory
    const start = layerUsageMeter().pipe(Layer.provideMerge(store(path)))
    const { key } = yield* Effect.gen(function* () {
      yield* add("chat.create", 1, 0.5)
      yield* setGroup("default", { budget_usd: 1 })
      return yield* createKey()
    }).pipe(Effect.provide(start))
    yield* Effect.gen(function* () {
      yield* add("chat.create", 1, 0.4)
      const { spentBudget } = yield* accepted(key)
      assert.isUndefined(spentBudget?.())
      yield* add("chat.create", 1, 0.1)
      assert.strictEqual(spentBudget?.(), 1)
      yield* setGroup("default", { budget_usd: 3 })
      yield* query`UPDATE group_spend SET cost_usd = 3`
      assert.strictEqual((yield* accepted(key)).spentBudget?.(), 3)
    }).pipe(Effect.provide(start))
  })

  novemberTest("ends queued async chats as FAILED once it has reached the budget", function* () {
    const chat = scriptedChat()
    const path = yield* directory
    yield* Effect.gen(function* () {
      yield* setGroup("default", { budget_usd: 1 })
      yield* insertSpend(0.99)
      assert.strictEqual((yield* ended((yield* create("before")).id)).status, "COMPLETED")
      yield* query`UPDATE group_spend SET cost_usd = 1`
      assert.deepInclude(yield* ended((yield* create("after")).id), {
        status: "FAILED",
        error_message: "The group has used its budget of 1 USD for this month: ask the operator for more."
      })
      assert.deepEqual(chat.seen.begun, ["before"])
    }).pipe(Effect.provide(working(path, chat)))
  })

  meteredTest("is reserved for calls in progress, as far as the budget goes", function* () {
    const { key } = yield* createKey()
    yield* setGroup("default", { budget_usd: 1 })
    const { reserveBudget } = yield* accepted(key)
    // One call alone always fits, and nothing beside it.
    const alone = reserveBudget?.(1.5, false)
    assert.isFunction(alone)
    assert.isUndefined(reserveBudget?.(0.1, false))
    alone?.()
    yield* add("chat.create", 1, 0.7)
    const first = reserveBudget?.(0.1, false)
    const second = reserveBudget?.(0.2, false)
    assert.isFunction(second)
    assert.isUndefined(reserveBudget?.(0.001, false))
    // A request that has begun goes on.
    const further = reserveBudget?.(5, true)
    assert.isFunction(further)
    for (const release of [first, second, further]) release?.()
    assert.isFunction(reserveBudget?.(5, false))
  })

  novemberTest("has what calls of an async chat cost that fails", function* () {
    const used = { inputTokens: 3, outputTokens: 4, cost: 0.5 }
    const onBegun = () =>
      Effect.gen(function* () {
        const spending = yield* CurrentSpending
        const begin = () =>
          spending?.begin(
            () => used,
            () => used,
            0
          )
        const end = begin()
        if (typeof end !== "function") return assert.fail("No call is charged")
        end()
        // The end of the chat charges what was left.
        begin()
      })
    const heard: Array<RequestUsage> = []
    const meter = Layer.succeed(UsageMeter, { add: (one) => void heard.push(one) })
    const answering = working(yield* directory, scriptedChat({ onBegun }))
    yield* Effect.gen(function* () {
      const { status } = yield* ended((yield* create("fail ConnectionError")).id)
      assert.strictEqual(status, "FAILED")
    }).pipe(Effect.provide(Layer.provide(answering, meter)))
    const charged = { group: "default", operation: "asyncChat.create", ...used }
    assert.deepEqual(heard, [
      { ...charged, requests: 1 },
      { ...charged, requests: 0 }
    ])
  })
})
