import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Client from "../../src/Client.ts"
import { Chat } from "../../src/resources/chat/index.ts"
import { mockClient } from "../../src/testing/index.ts"
import { over, rejection } from "../fixtures/calls.ts"
import { asked } from "../fixtures/hand.ts"
import { baseUrl, clientOver, question } from "../fixtures/wire.ts"
import { test } from "../fixtures/effects.ts"

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
  [
    "headers",
    [{}, { "x-a": "" }],
    ["x", [1], ...iterables, { "bad name": "v" }, { a: 1 }, { a: "b\r\nc" }, null]
  ],
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
    [
      "",
      "a",
      "ftp://a",
      "https://",
      "http://u:p@a",
      "http://a?b",
      "http://a#b",
      "http://a/v1",
      "http://a/b/V1/",
      1,
      null
    ]
  ],
  ["apiKey", ["k", Redacted.make("k")], ["", "a b", "a\n", "ä", Redacted.make("a b"), 5, null]],
  ["wrapTransport", [(transport: unknown) => transport], [{}, "x"]]
]

const mock = (options: object) => () => mockClient([], options)

describe("options of a client", () => {
  it("the table has every option", () => {
    assert.sameMembers(
      values.map(([name]) => name),
      Object.keys(Client.clientOptions)
    )
  })

  for (const [name, valid, invalid] of values) {
    it(`${name} is checked when the client is made`, () => {
      for (const value of [undefined, ...valid]) {
        if (name !== "baseUrl" || value !== undefined) assert.doesNotThrow(make({ [name]: value }))
      }
      for (const value of invalid) {
        assert.throws(make({ [name]: value }), TypeError, new RegExp(`^${name}: expected `))
      }
    })
  }

  it("a header that is no header, or a Map of them, is refused without its value, and told what to give", () => {
    for (const headers of [new Map(), { "bad name": "v" }, { good: "a\r\nb" }]) {
      const message =
        /^headers: expected valid header names and values in an object, as of Object.fromEntries$/
      assert.throws(make({ headers }), TypeError, message)
    }
  })

  it("an unknown option is a TypeError that leads to the right one", () => {
    for (const [name, right] of [
      ["baseURL", "baseUrl"],
      ["base_url", "baseUrl"],
      ["api_key", "apiKey"],
      ["wait_for_rate_limit", "waitForRateLimit"],
      ["defaultHeaders", "headers"],
      ["extra_headers", "headers"],
      ["defaultQuery", "extraQuery"],
      ["timeouts", "timeout"],
      ["header", "headers"]
    ] as const) {
      assert.throws(make({ [name]: "x" }), TypeError, `${name}: unknown option, use ${right}`)
    }
    assert.throws(make({ constructor: 1 }), TypeError, "constructor: unknown option; known are timeout, ")
  })

  it("a wrong base URL or key is named by its fault", () => {
    for (const [option, value, fault] of [
      ["baseUrl", "service.test", "no http:// or https://"],
      ["baseUrl", "http:///v1", "no http:// or https://"],
      ["baseUrl", "http://a b", "a blank"],
      ["baseUrl", "http://u:s3cret@a", "a user"],
      ["baseUrl", "http://a/@b?key=s3cret", "a query or fragment"],
      ["baseUrl", "http://a/b/V1/", "/v1 at its end: leave it out"],
      ["apiKey", " s3cret", "a blank or line end"],
      ["apiKey", Redacted.make("s3cret\n"), "a blank or line end"],
      ["apiKey", '"s3cret"', "quotes"],
      ["apiKey", "s3cret…", "no ASCII"]
    ] as const) {
      const what = option === "baseUrl" ? "an http or https URL" : "an API key"
      assert.throws(make({ [option]: value }), TypeError, new RegExp(`^${option}: expected ${what}, found `))
      assert.throws(make({ [option]: value }), TypeError, fault)
      assert.throws(make({ [option]: value }), /^(?!.*s3cret)/)
    }
    assert.throws(make({ apiKey: 5 }), TypeError, /^apiKey: expected an API key$/)
    assert.throws(make({ apiKey: "" }), TypeError, /^apiKey: expected an API key$/)
  })

  it("an undefined option is not given, whatever its name", () => {
    assert.doesNotThrow(make({ concurrency: undefined, nonsense: undefined }))
  })

  it("a client without a base URL is a TypeError", () => {
    assert.throws(() => Client.layerRequestExecutor(JSON.parse("{}")), TypeError, /^baseUrl: expected/)
  })

  it("the layer of a client with promises is checked", () => {
    const services = mockClient([]).layer
    const options: Client.PromiseOptions = JSON.parse(`{"layer":{}}`)
    assert.throws(() => Client.promises(services, options), TypeError, "layer: expected a Layer")
  })

  it("a mock client takes those of a client and its own", () => {
    assert.doesNotThrow(mock({ concurrency: 1, order: "any", realDelays: true, layer: Layer.empty }))
    assert.throws(mock({ concurrency: 0 }), TypeError, "concurrency: expected an integer from 1")
    assert.throws(mock({ order: "none" }), TypeError, "order: expected one of strict, any")
    assert.throws(mock({ orders: "any" }), TypeError, "orders: unknown option")
  })
})

describe("options of a call", () => {
  it("the promise rejects with a TypeError and nothing is sent", async () => {
    const { client: wrong, sent } = over([])
    for (const [options, message] of [
      [{ timeout: -1 }, "timeout: expected"],
      [{ signal: {} }, "signal: expected an AbortSignal"],
      [{ viaStream: "yes" }, "viaStream: expected true or false"],
      [{ via_stream: true }, "via_stream: unknown option, use viaStream"],
      [{ concurrency: 1 }, "concurrency: unknown option"],
      ...[null, 1, ...iterables].map(
        (lost) => [lost, "options: expected an object, as of Object.fromEntries"] as const
      )
    ] as const) {
      const error = await rejection(wrong.chat.create(asked, options as never))
      assert.instanceOf(error, TypeError)
      assert.include(error.message, message)
    }
    assert.lengthOf(sent, 0)
  })

  it("those that one method takes itself are unknown to the others", async () => {
    const { client: wrong, sent } = over([])
    for (const [call, message] of [
      [wrong.decisions.create(question, { viaStream: true } as never), "viaStream: unknown option"],
      [
        wrong.asyncChat.create({ request: asked }, { onStatus: () => {} } as never),
        "onStatus: unknown option"
      ],
      [
        wrong.asyncChat.createAndPoll({ request: asked }, { pollInterval: 0 }),
        "pollInterval: expected positive"
      ]
    ] as const) {
      const error = await rejection(call)
      assert.instanceOf(error, TypeError)
      assert.include(error.message, message)
    }
    assert.lengthOf(sent, 0)
  })

  it("the first step of a stream and of a list rejects with it", async () => {
    const { client: wrong } = over([])
    const options = { timeout: NaN }
    for (const items of [wrong.chat.stream(asked, options), wrong.skills.listAll({}, options)]) {
      assert.instanceOf(await rejection(items[Symbol.asyncIterator]().next()), TypeError)
    }
  })

  it("withOptions of a client throws it", () => {
    assert.throws(() => over([]).client.withOptions({ maxRetries: -1 }), TypeError, /^maxRetries: expected/)
  })

  test("an Effect dies with it", function* () {
    const { layer } = clientOver([])
    const death = <E>(call: Effect.Effect<unknown, E, Chat>) =>
      Effect.map(Effect.exit(Effect.provide(call, layer)), (exit) =>
        Exit.isFailure(exit) && Cause.hasDies(exit.cause) ? Cause.squash(exit.cause) : undefined
      )
    const create = Chat.use((service) => service.create(asked))
    assert.instanceOf(yield* death(Client.withOptions(create, { timeout: "soon" as never })), TypeError)
    const piped = create.pipe(Client.withOptions({ timeout: "soon" as never }))
    assert.instanceOf(yield* death(piped), TypeError)
    const invalid = Chat.use((service) => service.create(asked, { via_stream: true } as never))
    assert.instanceOf(yield* death(invalid), TypeError)
  })

  it("options that are undefined are not given", async () => {
    const { client: right } = over([])
    const error = await rejection(right.decisions.create(question, { timeout: undefined }))
    assert.notInstanceOf(error, TypeError)
  })
})
