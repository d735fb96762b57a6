// What groups use: summed, written in batches that count once, and held against their budget.
import { assert, describe } from "@effect/vitest"
import { CurrentSpending } from "@leadline/core/internal"
import { type RequestUsage, UsageMeter } from "@leadline/core/usage-meter"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"
import * as TestClock from "effect/testing/TestClock"
import { writeEvery } from "../../src/database/repeatEvery.ts"
import { createKey, layerUsageMeter, listUsage, setGroup, usageCsv } from "../../src/index.ts"
import { create, ended, scriptedChat, working } from "../async-chat/scriptedChat.ts"
import {
  accepted,
  adjust,
  begun,
  collecting,
  directory,
  eventually,
  newStore,
  query,
  startingAt,
  store,
  test,
  testOver
} from "../stores.ts"

const add = (operation: string, inputTokens: number, cost?: number) =>
  Effect.flatMap(UsageMeter, (meter) =>
    Effect.sync(() => meter?.add({ group: "default", operation, inputTokens, outputTokens: 1, cost }))
  )

/** The sums when so many are written: over PostgreSQL that may end after the next ten seconds have begun. */
const whenWritten = (count: number) =>
  eventually(listUsage(), ({ length }) => length === count, adjust(10_000))

const metered = layerUsageMeter().pipe(Layer.provideMerge(newStore))

const novemberTest = testOver(Layer.empty, startingAt("2026-11-30T12:00:00Z"))

const used = { inputTokens: 3, outputTokens: 4, cost: 0.5 }
const usage = () => used

/** A chat that charges two calls. */
const onBegun = () =>
  Effect.gen(function* () {
    const spending = yield* CurrentSpending
    const end = spending?.begin(usage, usage, 0)
    if (typeof end !== "function") return assert.fail("No call is charged")
    end()
    // The end of the chat charges what was left.
    spending?.begin(usage, usage, 0)
  })

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
      yield* whenWritten(2)
      yield* adjust(10_000)
      // Not 1e-7, which a spreadsheet may read as text.
      yield* add("search.create", 0, 1e-7)
      const rows = yield* whenWritten(3)
      assert.strictEqual(
        usageCsv(rows),
        [
          "month,group,operation,requests,input_tokens,output_tokens,cost_usd",
          "2026-11,default,chat.create,2,12,2,0.750000000",
          "2026-11,default,decisions.create,1,1000000,1,0.000000000",
          "2026-12,default,search.create,1,0,1,0.000000100"
        ].join("\n")
      )
      assert.deepEqual(yield* listUsage({ month: "2026-12", group: "default" }), rows.slice(2))
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

  testOver(metered)("is reserved for calls in progress: one alone always fits", function* () {
    const { key } = yield* createKey()
    yield* setGroup("default", { budget_usd: 1 })
    const { reserveBudget } = yield* accepted(key)
    const alone = reserveBudget?.(1.5, false)
    assert.isFunction(alone)
    assert.isUndefined(reserveBudget?.(0.1, false))
    // A request that has begun goes on.
    assert.isFunction(reserveBudget?.(5, true))
    alone?.()
  })

  novemberTest("is known after a restart, and what other nodes wrote when a key is read again", function* () {
    const path = yield* directory
    const start = layerUsageMeter().pipe(Layer.provideMerge(store(path)))
    const { key } = yield* Effect.gen(function* () {
      yield* add("chat.create", 1, 0.5)
      yield* setGroup("default", { budget_usd: 1 })
      return yield* createKey()
    }).pipe(Effect.provide(start))
    yield* Effect.gen(function* () {
      yield* add("chat.create", 1, 0.5)
      assert.strictEqual((yield* accepted(key)).spentBudget?.(), 1)
      yield* setGroup("default", { budget_usd: 3 })
      yield* query`UPDATE group_spend SET cost_usd = 3`
      assert.strictEqual((yield* accepted(key)).spentBudget?.(), 3)
    }).pipe(Effect.provide(start))
  })

  novemberTest("ends queued async chats as FAILED once it has reached the budget", function* () {
    const chat = scriptedChat()
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sums = { requests: 1, input_tokens: 1, output_tokens: 1, cost_usd: 1 }
      const row = { group_id: "default", month: "2026-11", operation: "chat.create", ...sums }
      yield* sql`INSERT INTO group_spend ${sql.insert(row)}`
      yield* setGroup("default", { budget_usd: 1 })
      const { error_message, status } = yield* ended((yield* create("after")).id)
      assert.match(
        `${status} ${error_message}`,
        /^FAILED The group has used its budget of 1 USD for this month/
      )
      assert.isEmpty(chat.seen.begun)
    }).pipe(Effect.provide(working(yield* directory, chat)))
  })

  novemberTest("has what calls of an async chat cost that fails", function* () {
    const heard: Array<RequestUsage> = []
    const meter = Layer.succeed(UsageMeter, { add: (one) => void heard.push(one) })
    const answering = working(yield* directory, scriptedChat({ onBegun }))
    yield* Effect.gen(function* () {
      yield* ended((yield* create("fail ConnectionError")).id)
    }).pipe(Effect.provide(Layer.provide(answering, meter)))
    const charged = { group: "default", operation: "asyncChat.create", ...used }
    assert.deepEqual(heard, [
      { ...charged, requests: 1 },
      { ...charged, requests: 0 }
    ])
  })
})

const lines: Array<string> = []

testOver(Layer.provideMerge(metered, collecting(lines)))(
  "a batch whose COMMIT is not answered counts once, and so does what came since",
  function* () {
    const sql = yield* SqlClient.SqlClient
    const { withTransaction } = sql
    const reason = new SqlError.ConnectionError({ message: "The connection is lost", cause: undefined })
    let left = 2
    const losing: typeof withTransaction = (effect) =>
      Effect.tap(withTransaction(effect), () =>
        left-- > 0 ? Effect.fail(new SqlError.SqlError({ reason })) : Effect.void
      )
    Object.assign(sql, { withTransaction: losing })
    yield* add("chat.create", 5, 0.5)
    const failed = Effect.sync(() => lines.filter((line) => line.includes("could not be written")).length)
    yield* eventually(failed, (found) => found === 2, adjust(10_000))
    yield* add("chat.create", 5, 0.5)
    yield* eventually(listUsage(), ([row]) => (row?.requests ?? 0) > 1, adjust(10_000))
    yield* adjust(30_000)
    const [row, ...others] = yield* listUsage()
    assert.deepInclude(row, { requests: 2, input_tokens: 10, output_tokens: 2, cost_usd: 1 })
    assert.isEmpty(others)
  }
)

test("a write that has begun ends before its scope closes, and what came after it is written then", function* () {
  const mayEnd = yield* Deferred.make<void>()
  const [pending, written] = [["first"], new Array<string>()]
  const write = Effect.suspend(() => {
    const batch = pending.splice(0)
    return Effect.map(Deferred.await(mayEnd), () => written.push(...batch))
  })
  const scope = yield* Scope.make()
  yield* Scope.provide(writeEvery(1_000, write), scope)
  yield* TestClock.adjust(1_000)
  pending.push("second")
  const closed = yield* begun(Scope.close(scope, Exit.void))
  yield* Deferred.succeed(mayEnd, undefined)
  yield* Fiber.join(closed)
  assert.deepEqual(written, ["first", "second"])
})
