// Lines about attempts.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { over, rejection } from "../fixtures/calls.ts"
import { ask, clientOver, good, goodBody, question } from "../fixtures/wire.ts"
import { test } from "../fixtures/effects.ts"

const key = "canary-key-31f0"

const collecting = () => {
  const lines: Array<string> = []
  const at = (level: string) => (line: string) => void lines.push(`${level} ${line}`)
  const logger = { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug") }
  return { lines, logger }
}

const quick = { "retry-after-ms": "1" }

describe("logging", () => {
  it("a line for each attempt: operation, status, time, bytes, request id, next wait", async () => {
    const { lines, logger } = collecting()
    const { client } = over(
      [
        { status: 429, headers: quick },
        { ...good, headers: { "x-request-id": "r-7" } }
      ],
      { logger }
    )
    await client.decisions.create(question)
    assert.strictEqual(lines.length, 2)
    assert.match(
      lines[0] ?? "",
      /^warn Decisions\.create POST \/v1\/decisions attempt 1: 429 RateLimitError, \d+ ms, retry in 1 ms$/
    )
    assert.match(
      lines[1] ?? "",
      new RegExp(
        `^info Decisions.create POST /v1/decisions attempt 2: 200, \\d+ ms, ${goodBody.length} bytes, request id r-7$`
      )
    )
  })

  it("a level leaves out what is below it; off leaves out all", async () => {
    const counts = []
    for (const logLevel of ["off", "error", "warn", "info", "debug"] as const) {
      const { lines, logger } = collecting()
      const { client } = over([{ status: 503, headers: quick }, good, { status: 404 }], { logger, logLevel })
      await client.decisions.create(question)
      await rejection(client.decisions.create(question))
      counts.push(lines.length)
    }
    assert.deepEqual(counts, [0, 1, 2, 3, 6])
  })

  it("headers are shown by a list of allowed names, bodies as lengths, addresses without query", async () => {
    const { lines, logger } = collecting()
    const { client } = over(
      [{ body: `{"skills":[],"has_more":false}`, headers: { "set-cookie": "secret" } }],
      { apiKey: key, logger, logLevel: "debug" }
    )
    await client.skills.list({ limit: 2, page_token: "t0ken" }, { headers: { "x-mine": "private" } })
    const text = lines.join("\n")
    assert.include(text, "x-mine: <redacted>")
    assert.include(text, "set-cookie: <redacted>")
    assert.include(text, "accept: application/json")
    for (const hidden of [key, "private", "secret", "t0ken"]) assert.notInclude(text, hidden)
  })

  test("without a logger a level sends the lines where effect's own go", function* () {
    const { layer } = clientOver([good], { logLevel: "info" })
    const lines: Array<unknown> = []
    const { Logger } = yield* Effect.promise(() => import("effect"))
    const logger = Logger.make<unknown, void>(({ message }) => void lines.push(message))
    yield* Effect.provide(ask, Layer.mergeAll(layer, Logger.layer([logger])))
    assert.match(String(lines[0]), /^Decisions\.create POST/)
  })
})
