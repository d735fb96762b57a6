// The short way of plain requests on sockets: its answers are those of the long way, and nothing is done twice.
import * as Authorization from "@leadline/core/authorization"
import { Decisions, make } from "@leadline/core/decisions"
import { ConnectionError } from "@leadline/core/errors"
import { layer as settings } from "@leadline/core/server-settings"
import { layerServer } from "@leadline/transport-node/server"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { connect } from "node:net"
import { afterAll, assert, beforeEach, describe, it } from "vitest"
import { apiKey, layerServices } from "../../src/index.ts"

let asked = 0
let interrupted = 0
let checks = 0
let gate = Deferred.makeUnsafe<void>()

const answer = (probability: number) => ({
  model: "decider-27b",
  answers: { a: { type: "noul", noul: probability } },
  usage: { input_tokens: 3, output_tokens: 0 },
  further: "kept"
})

/** Does as the state of the request says. */
const engine = make({
  create: ({ state }) =>
    Effect.suspend(() => {
      asked++
      switch (state) {
        case "fail":
          return Effect.fail(new ConnectionError({ message: "secret-cause" }))
        case "die":
          return Effect.die(new Error("secret-cause"))
        case "lie":
          return Effect.succeed({ model: "decider-27b" })
        case "wait":
          return Effect.onInterrupt(Effect.as(Deferred.await(gate), answer(0.5)), () =>
            Effect.sync(() => interrupted++)
          )
        default:
          return Effect.succeed(answer(0.5))
      }
    })
})

const keys = Layer.succeed(Authorization.KeyCheck, {
  check: (given) =>
    Effect.suspend(() => {
      checks++
      return Redacted.value(given) === Redacted.value(apiKey)
        ? Effect.succeed({ group: "g", key: "k" })
        : Effect.fail(Authorization.refused)
    })
})

class Port extends Context.Service<Port, number>()("@leadline/testing/test/Port") {}

const runtime = ManagedRuntime.make(
  Layer.effect(
    Port,
    Effect.map(HttpServer.HttpServer, ({ address }) => ("port" in address ? address.port : 0))
  ).pipe(
    Layer.provide(layerServer({ port: 0 })),
    Layer.provide(
      Layer.mergeAll(
        layerServices({ decisions: Layer.succeed(Decisions, engine), requestsPerSecond: 1_000 }),
        keys,
        settings({ concurrency: 2 })
      )
    )
  )
)
afterAll(() => runtime.dispose())

beforeEach(() => {
  asked = 0
  interrupted = 0
  checks = 0
  gate = Deferred.makeUnsafe<void>()
})

const asking = (state: unknown, more: object = {}) =>
  JSON.stringify({
    model: "decider-27b",
    state,
    questions: { a: { type: "noul", instructions: "Is it so?" } },
    ...more
  })

interface Sent {
  readonly authorization?: string
  /** The body leaves after the head: such a request goes the long way. */
  readonly isLate?: boolean
  readonly signal?: AbortSignal
}

/** One request on a socket of its own: status, headers by lower-case names, body. */
const send = async (body: string, { authorization, isLate = false, signal }: Sent = {}) => {
  const port = await runtime.runPromise(Port)
  return new Promise<{ status: number; headers: Map<string, string>; text: string }>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1")
    let seen = ""
    signal?.addEventListener("abort", () => {
      socket.destroy()
      reject(new Error("aborted"))
    })
    socket.setEncoding("utf8")
    socket.on("data", (part: string) => (seen += part))
    socket.on("error", reject)
    socket.on("close", () => {
      const [head = "", text = ""] = seen.split("\r\n\r\n")
      const [first = "", ...lines] = head.split("\r\n")
      const headers = new Map(
        lines.map((line) => [
          line.slice(0, line.indexOf(":")).toLowerCase(),
          line.slice(line.indexOf(":") + 2)
        ])
      )
      resolve({ status: Number(first.split(" ")[1]), headers, text })
    })
    const head = [
      "POST /v1/decisions HTTP/1.1",
      "host: a",
      "connection: close",
      `authorization: ${authorization ?? `Bearer ${Redacted.value(apiKey)}`}`,
      `content-length: ${Buffer.byteLength(body)}`
    ].join("\r\n")
    if (isLate) {
      socket.write(`${head}\r\n\r\n`)
      setTimeout(() => socket.write(body), 100)
    } else socket.write(`${head}\r\n\r\n${body}`)
  })
}

const until = async (holds: () => boolean) => {
  for (let turn = 0; turn < 1_000; turn++) {
    if (holds()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  assert.fail("it does not come to pass")
}

/** What differs from answer to answer. */
const own = new Set([
  "x-request-id",
  "x-ratelimit-remaining",
  "x-ratelimit-used",
  "x-ratelimit-reset",
  "date"
])

const shown = ({ headers, status, text }: Awaited<ReturnType<typeof send>>) => ({
  status,
  text,
  headers: Object.fromEntries([...headers].filter(([name]) => !own.has(name))),
  names: [...headers.keys()].toSorted()
})

/** The counts of one second, or of the next: what was counted for one request. */
const countedFor = async (body: string, sent?: Sent): Promise<number> => {
  for (;;) {
    const before = await send(asking("x"))
    await send(body, sent)
    const after = await send(asking("x"))
    if (before.headers.get("x-ratelimit-reset") !== after.headers.get("x-ratelimit-reset")) continue
    const used = (one: typeof before) => Number(one.headers.get("x-ratelimit-used"))
    return used(after) - used(before) - 1
  }
}

describe("the short way", () => {
  it.each([
    ["an answer", asking("x")],
    ["an answer beyond ASCII", asking("ü€𝄞")],
    ["a byte order mark", `\ufeff${asking("x")}`],
    ["an unknown field", asking("x", { further: 1 })],
    ["no JSON", '{"model":'],
    ["an empty object", "{}"],
    ["too many levels", `${"[".repeat(70)}${"]".repeat(70)}`],
    ["names that JavaScript knows", asking("x").replace('"a"', '"__proto__"').replace('"a"', '"__proto__"')],
    ["a failing engine", asking("fail")],
    ["a defect", asking("die")],
    ["an answer outside the contract", asking("lie")]
  ])("says the same as the long one: %s", async (_name, body) => {
    const short = shown(await send(body))
    const long = shown(await send(body, { isLate: true }))
    assert.deepStrictEqual(short, long)
    assert.notInclude(short.text, "secret-cause")
  })

  it.each([
    ["another key", "Bearer other"],
    ["no key", "Bearer "],
    ["another scheme", "Basic YTpi"]
  ])("says the same as the long one: %s", async (_name, authorization) => {
    const short = shown(await send(asking("x"), { authorization }))
    assert.deepStrictEqual(short, shown(await send(asking("x"), { authorization, isLate: true })))
    assert.strictEqual(short.status, 401)
    assert.strictEqual(asked, 0)
  })

  it("asks the engine once, whatever it answers", async () => {
    for (const state of ["x", "fail", "die", "lie"]) {
      asked = 0
      await send(asking(state))
      assert.strictEqual(asked, 1, state)
    }
  })

  it("looks at the key once", async () => {
    for (const [body, sent] of [
      [asking("x"), {}],
      [asking("fail"), {}],
      ["{}", {}],
      [asking("x"), { authorization: "Bearer other" }]
    ] as const) {
      checks = 0
      await send(body, sent)
      assert.strictEqual(checks, 1, body)
    }
  })

  it.each([
    ["an answer", asking("x")],
    ["a failure", asking("fail")],
    ["no JSON", "{"],
    ["an unknown field", asking("x", { further: 1 })]
  ])("counts one request: %s", async (_name, body) => {
    assert.strictEqual(await countedFor(body), 1)
  })

  it("gives its place back after an answer, a failure and a caller that leaves", async () => {
    for (let call = 0; call < 5; call++) await send(asking(["x", "fail", "die"][call % 3]))
    const abort = new AbortController()
    const left = [1, 2].map(() => send(asking("wait"), { signal: abort.signal }).catch(() => undefined))
    await until(() => asked === 7)
    assert.strictEqual((await send(asking("x"))).status, 429)
    abort.abort()
    await Promise.all(left)
    await until(() => interrupted === 2)
    assert.strictEqual((await send(asking("x"))).status, 200)
  })

  it("waits for an engine that takes its time", async () => {
    const waiting = send(asking("wait"))
    await until(() => asked === 1)
    Deferred.doneUnsafe(gate, Effect.void)
    assert.deepStrictEqual(JSON.parse((await waiting).text), answer(0.5))
  })
})
