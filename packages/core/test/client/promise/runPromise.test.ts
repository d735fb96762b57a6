import { assert, describe, it } from "@effect/vitest"
import * as Client from "../../../src/Client.ts"
import { captureCaller, withCaller } from "../../../src/client/promise/runPromise.ts"
import { fail, mockClient } from "../../../src/testing/index.ts"
import { rejection } from "../../fixtures/calls.ts"
import { asked } from "../../fixtures/hand.ts"
import { question } from "../../fixtures/wire.ts"

const stackOf = async (promise: Promise<unknown>) => ((await rejection(promise)) as Error).stack ?? ""

/** The first frame of a stack. */
const firstFrame = async (promise: Promise<unknown>) =>
  (await stackOf(promise)).split("\n").find((line) => line.startsWith("    at "))

const over = () => mockClient([fail.refused()], { maxRetries: 0 }).client

function callWithoutWaiting(client = over()) {
  return client.decisions.create(question)
}

async function callAndWait() {
  await Promise.resolve()
  await over().decisions.create(question)
}

function openStream() {
  return over().chat.stream(asked)
}

function thrower(): never {
  throw new Error("mine")
}

describe("the stack of a failure", () => {
  it("begins at the line of the call, awaited or not, and at that which made a stream", async () => {
    assert.include(await firstFrame(callWithoutWaiting()), "callWithoutWaiting")
    assert.include(await firstFrame(callAndWait()), "callAndWait")
    assert.include(await firstFrame(openStream()[Symbol.asyncIterator]().next()), "openStream")
  })

  it("begins with the class and the message", async () => {
    assert.match(
      await stackOf(callWithoutWaiting()),
      /^ConnectionError: The connection was refused: check the base URL or proxy\.\n {4}at /
    )
  })

  it("is that of an invalid option, too, and of a closed client", async () => {
    const client = over()
    function callWrongly() {
      return client.decisions.create(question, { timeout: -1 })
    }
    assert.include(await stackOf(callWrongly()), "callWrongly")
    await client.close().catch(() => undefined)
    assert.include(await firstFrame(callWithoutWaiting(client)), "callWithoutWaiting")
  })

  it("stays that of an error thrown by a middleware", async () => {
    const client = Client.promises(mockClient([], { middleware: [thrower] }).layer)
    assert.include(await stackOf(client.decisions.create(question)), "thrower")
  })

  it("is that of a copy: the failure, which others may hold, keeps its own", () => {
    const error = Object.freeze(Object.defineProperty(new Error("x"), "stack", { value: "own" }))
    const rejected = withCaller(error, captureCaller(captureCaller))
    assert.match(rejected.stack ?? "", /^Error: x\n {4}at /)
    assert.strictEqual(rejected.message, "x")
    assert.strictEqual(error.stack, "own")
  })

  it.each([
    ["an object", () => ({ x: 1 })],
    ["null", () => null],
    ["the frames", (_: Error, frames: unknown) => frames],
    ["an error of its own", thrower]
  ])("is no obstacle to the failure where the program's stacks are %s", async (_, prepare) => {
    const before: unknown = Reflect.get(Error, "prepareStackTrace")
    Reflect.set(Error, "prepareStackTrace", prepare)
    try {
      assert.propertyVal(await rejection(callWithoutWaiting()), "_tag", "ConnectionError")
    } finally {
      Reflect.set(Error, "prepareStackTrace", before)
    }
  })

  it("has no frames where the runtime has none, and leaves the limit of frames as it is", () => {
    const limit = Reflect.get(Error, "stackTraceLimit")
    const error = new Error("x")
    const { stack } = error
    assert.strictEqual(withCaller(error, {}).stack, stack)
    captureCaller(withCaller)
    assert.strictEqual(Reflect.get(Error, "stackTraceLimit"), limit)
  })
})
