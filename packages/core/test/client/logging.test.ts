// Lines about attempts.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type { ClientOptions } from "../../src/Client.ts"
import { over, rejection } from "../fixtures/calls.ts"
import { ask, clientOver, good, goodBody, question, type Step } from "../fixtures/wire.ts"
import { test } from "../fixtures/effects.ts"

const quick = { "retry-after-ms": "1" }

/** A client that logs into `lines`. */
const logging = (steps: ReadonlyArray<Step>, options: Partial<ClientOptions> = {}) => {
  const lines: Array<string> = []
  const at = (level: string) => (line: string) => void lines.push(`${level} ${line}`)
  const logger = { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug") }
  return { lines, client: over(steps, { ...options, logger }).client }
}

describe("logging", () => {
  it("a line for each attempt: operation, status, time, bytes, request id, next wait", async () => {
    const answer = { ...good, headers: { "x-request-id": "r-7" } }
    const { client, lines } = logging([{ status: 429, headers: quick }, answer])
    await client.decisions.create(question)
    assert.deepEqual(
      lines.map((line) => line.replace(/\d+ ms,/, "0 ms,")),
      [
        "warn Decisions.create POST /v1/decisions attempt 1: 429 RateLimitError, 0 ms, retry in 1 ms",
        `info Decisions.create POST /v1/decisions attempt 2: 200, 0 ms, ${goodBody.length} bytes, request id r-7`
      ]
    )
  })

  it.each([
    ["off", 0],
    ["warn", 2],
    ["debug", 6]
  ] as const)("the level %s leaves %d lines", async (logLevel, count) => {
    const { client, lines } = logging([{ status: 503, headers: quick }, good, { status: 404 }], { logLevel })
    await client.decisions.create(question)
    await rejection(client.decisions.create(question))
    assert.lengthOf(lines, count)
  })

  it("headers are shown by a list of allowed names, bodies as lengths, addresses without query", async () => {
    const answer = { body: `{"skills":[],"has_more":false}`, headers: { "set-cookie": "secret" } }
    const { client, lines } = logging([answer], { apiKey: "canary-key-31f0", logLevel: "debug" })
    await client.skills.list({ limit: 2, page_token: "t0ken" }, { headers: { "x-mine": "private" } })
    const text = lines.join("\n")
    for (const shown of ["x-mine: <redacted>", "set-cookie: <redacted>", "accept: application/json"])
      assert.include(text, shown)
    for (const hidden of ["canary-key-31f0", "private", "secret", "t0ken"]) assert.notInclude(text, hidden)
  })

  test("without a logger a level sends the lines where effect's own go", function* () {
    const lines: Array<string> = []
    const logger = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
    const { layer } = clientOver([good], { logLevel: "info" })
    yield* Effect.provide(ask, Layer.mergeAll(layer, logger))
    assert.match(lines[0] ?? "", /^Decisions\.create POST/)
  })
})
