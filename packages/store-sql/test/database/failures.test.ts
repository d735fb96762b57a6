// What the log says while the database fails requests.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { makeToUnavailable } from "../../src/database/failures.ts"
import { newStore } from "../stores.ts"

describe("a store whose database fails", () => {
  it.effect("logs each reason every ten seconds, however many requests fail", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => void lines.push(String(message)))
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const orUnavailable = yield* makeToUnavailable("key")
        const failing = Effect.flip(orUnavailable(sql`SELECT * FROM nowhere`))
        for (let request = 0; request < 5; request++)
          assert.strictEqual((yield* failing)._tag, "UnavailableError")
        assert.lengthOf(lines, 1)
        assert.match(lines[0] ?? "", /^The database failed a request of the key store: /)
        yield* TestClock.adjust("10 seconds")
        yield* failing
        assert.lengthOf(lines, 2)
      }).pipe(Effect.provide([newStore, Logger.layer([logger])]))
    })
  )
})
