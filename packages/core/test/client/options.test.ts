import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Client from "../../src/Client.ts"
import { over, rejection } from "../fixtures/calls.ts"
import { asked } from "../fixtures/streams.ts"
import { baseUrl, question } from "../fixtures/wire.ts"

/** Options as JavaScript gives them. */
const make = (options: object) => () => void Client.layer({ baseUrl, ...options })

const console_ = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }

/** Their entries are no properties: as options they would be lost. */
const iterables = [new Map([["x-a", "1"]]), new Headers({ "x-a": "1" }), new URLSearchParams("a=1"), ["x"]]

/** Values at the edge of what an option takes, and one beyond. */
const values: ReadonlyArray<
  readonly [name: string, valid: ReadonlyArray<unknown>, invalid: ReadonlyArray<unknown>]
> = [
  ["timeout", [1, "1 millis", Infinity, "20 seconds", { seconds: 1 }], [0, -1, NaN, "20s", {}, null, true]],
  ["idleTimeout", [1], [0, "soon"]],
  ["eventTimeout", [1], [0, "soon"]],
  ["queueTimeout", [1], [0, "soon"]],
  ["maxRetries", [0, 5], [-1, 0.5, NaN, Infinity, "2"]],
  ["headers", [{}, { "x-a": "" }], ["x", ...iterables, { "bad name": "v" }, { a: 1 }, { a: "b\r\nc" }, null]],
  ["extraQuery", [{}, { a: 1 }], ["a=1", ...iterables, null]],
  ["policy", ["tickets", "tickets@3", "tickets; body=?0", "?0"], ["a\nb", "\0", 1, null]],
  ["extraBody", [{}, { a: null }], ["{}", ...iterables, null]],
  ["concurrency", [1, 64], [0, -1, 1.5, NaN, Infinity, "4"]],
  ["waitForRateLimit", [true, false], [0, "true"]],
  ["logger", [console_], [{}, () => {}, { ...console_, warn: 1 }]],
  ["logLevel", ["off", "error", "warn", "info", "debug"], ["loud", "Info", "", 3]],
  ["middleware", [[], [() => {}]], [() => {}, [1], {}]],
  ["onAttempt", [() => {}], [{}, true]],
  [
    "baseUrl",
    ["http://127.0.0.1:80", "HTTPS://a:1/b/", "http://[::1]", "http://v1", "http://a/v10", "http://a/v1/b"],
    ["", "a", "ftp://a", "https://", "http://u:p@a", "http://a?b", "http://a#b", "http://a/v1", 1, null]
  ],
  ["apiKey", ["k", Redacted.make("k")], ["", "a b", "a\n", "ä", Redacted.make("a b"), 5, null]],
  ["wrapTransport", [(transport: unknown) => transport], [{}, "x"]]
]

describe("options of a client", () => {
  it("the table has every option", () => {
    assert.sameMembers(
      values.map(([name]) => name),
      Object.keys(Client.clientOptions)
    )
  })

  it.each(values)("%s is checked when the client is made", (name, valid, invalid) => {
    for (const value of valid) assert.doesNotThrow(make({ [name]: value }))
    for (const value of invalid)
      assert.throws(make({ [name]: value }), TypeError, new RegExp(`^${name}: expected `))
  })

  it.each([
    ["baseURL", ", use baseUrl"],
    ["extra_headers", ", use headers"],
    ["constructor", "; known are timeout, "]
  ])("the unknown option %s is a TypeError that leads to the right one", (name, advice) => {
    assert.throws(make({ [name]: "x" }), TypeError, `${name}: unknown option${advice}`)
  })

  it.each([
    ["baseUrl", "service.test", "no http:// or https://"],
    ["baseUrl", "http://u:s3cret@a", "a user"],
    ["baseUrl", "http://a/b/V1/", "/v1 at its end: leave it out"],
    ["apiKey", Redacted.make("s3cret\n"), "a blank or line end"],
    ["headers", { good: "s3cret\r\nb" }, "as of Object.fromEntries"]
  ])("a wrong %s is named by its fault and not shown: %s", (option, value, fault) => {
    assert.throws(make({ [option]: value }), TypeError, new RegExp(`^${option}: expected .*${fault}`))
    assert.throws(make({ [option]: value }), /^(?!.*s3cret)/)
  })

  it("an undefined option is not given, whatever its name; a base URL must be", () => {
    assert.doesNotThrow(make({ concurrency: undefined, nonsense: undefined }))
    assert.throws(() => Client.layerRequestExecutor(JSON.parse("{}")), TypeError, /^baseUrl: expected/)
  })
})

it("options of a call that are wrong reject with a TypeError and nothing is sent; each method knows its own", async () => {
  const { client, sent } = over([])
  const { asyncChat, chat, decisions, skills } = client
  const create = (options: unknown) => chat.create(asked, options as never)
  const refused: ReadonlyArray<readonly [PromiseLike<unknown>, message: string]> = [
    [create({ timeout: -1 }), "timeout: expected"],
    [create({ signal: {} }), "signal: expected an AbortSignal"],
    [create({ viaStream: "yes" }), "viaStream: expected true or false"],
    ...[null, 1, ...iterables].map((one) => [create(one), "options: expected an object, as of"] as const),
    [decisions.create(question, { viaStream: true } as never), "viaStream: unknown option"],
    [asyncChat.createAndPoll({ request: asked }, { pollInterval: 0 }), "pollInterval: expected positive"],
    [skills.listAll({}, { timeout: NaN })[Symbol.asyncIterator]().next(), "timeout: expected"]
  ]
  for (const [call, message] of refused) {
    const error = await rejection(call)
    assert.instanceOf(error, TypeError)
    assert.include(error.message, message)
  }
  assert.lengthOf(sent, 0)
})
