// What a worker writes into the log while its store fails.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { layerAsyncChatWorker } from "../../src/index.ts"
import { directory, postgresUrl } from "../stores.ts"
import { opened, scriptedChat } from "./scriptedChat.ts"

describe("a worker whose store fails", () => {
  // A test clock does not wait for a PostgreSQL.
  it.effect.skipIf(postgresUrl !== undefined)(
    "writes a line every ten seconds, however many requests it could answer at a time",
    () =>
      Effect.gen(function* () {
        const path = yield* directory
        const lines: Array<string> = []
        const logger = Logger.make(({ message }) => void lines.push(String(message)))
        const failures = () => lines.filter((line) => line.includes("The async chat store failed")).length
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`ALTER TABLE async_chat RENAME TO async_chat_away`
          yield* Layer.build(layerAsyncChatWorker().pipe(Layer.provide(scriptedChat().layer)))
          yield* TestClock.adjust("5 seconds")
          assert.strictEqual(failures(), 1)
          yield* TestClock.adjust("10 seconds")
          assert.strictEqual(failures(), 2)
        }).pipe(Effect.scoped, Effect.provide(Layer.merge(opened(path), Logger.layer([logger]))))
      })
  )
})
