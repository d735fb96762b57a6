import { assert, describe, it } from "@effect/vitest"
import * as Client from "../../../src/Client.ts"
import { captureCaller, withCaller } from "../../../src/client/promise/callerStack.ts"
import { fail, mockClient } from "../../../src/testing/index.ts"
import { question } from "../../fixtures/wire.ts"

const failed = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => assert.fail("it was answered"),
    (error: unknown) => error as Error
  )

/** The first frame of a stack. */
const firstFrame = ({ stack = "" }: Error) => stack.split("\n").find((line) => line.startsWith("    at "))

const chat = { model: "sonar", messages: [{ role: "user", content: "x" }] } as const

const over = () => mockClient([fail.refused()], { maxRetries: 0 }).client

function callWithoutWaiting() {
  return over().decisions.create(question)
}

async function callAndWait() {
  await Promise.resolve()
  await over().decisions.create(question)
}

function openStream() {
  return over().chat.stream(chat)
}

function thrower(): never {
  throw new Error("mine")
}

describe("the stack of a failure", () => {
  it("begins at the line of the call, awaited or not", async () => {
    assert.include(firstFrame(await failed(callWithoutWaiting())), "callWithoutWaiting")
    assert.include(firstFrame(await failed(callAndWait())), "callAndWait")
  })

  it("begins with the class and the message", async () => {
    const error = await failed(over().decisions.create(question))
    assert.match(
      error.stack ?? "",
      /^ConnectionError: The connection was refused: check the base URL or proxy\.\n {4}at /
    )
  })

  it("begins at the line that made the stream", async () => {
    assert.include(firstFrame(await failed(openStream()[Symbol.asyncIterator]().next())), "openStream")
  })

  it("is that of an invalid option, too, and of a closed client", async () => {
    const client = over()
    function callWrongly() {
      return client.decisions.create(question, { timeout: -1 })
    }
    assert.include((await failed(callWrongly())).stack, "callWrongly")
    await client.close().catch(() => undefined)
    function callClosed() {
      return client.decisions.create(question)
    }
    assert.include(firstFrame(await failed(callClosed())), "callClosed")
  })

  it("stays that of an error thrown by a middleware", async () => {
    const client = Client.promises(mockClient([], { middleware: [thrower] }).layer)
    assert.include((await failed(client.decisions.create(question))).stack, "thrower")
  })

  it("stays where it cannot be written", () => {
    const error = Object.defineProperty(new Error("x"), "stack", { value: "own", writable: false })
    assert.strictEqual(withCaller(error, captureCaller(captureCaller)).stack, "own")
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
      const error = await failed(over().decisions.create(question))
      assert.strictEqual(Reflect.get(error, "_tag"), "ConnectionError")
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
