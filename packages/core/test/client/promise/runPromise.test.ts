import { assert, describe, it } from "@effect/vitest"
import { fail, mockClient } from "../../../src/testing/index.ts"
import { rejection } from "../../fixtures/calls.ts"
import { asked } from "../../fixtures/streams.ts"
import { question } from "../../fixtures/wire.ts"

const stackOf = async (promise: Promise<unknown>) =>
  String(Reflect.get(Object(await rejection(promise)), "stack"))

const over = () => mockClient([fail.refused()], { maxRetries: 0 }).client

function callWithoutWaiting(client = over(), options = {}) {
  return client.decisions.create(question, options)
}

async function callAndWait() {
  await Promise.resolve()
  await over().decisions.create(question)
}

function openStream() {
  return over().chat.stream(asked)
}

describe("the stack of a failure", () => {
  it("has class and message, then the line of the call, awaited or not, and that which made a stream", async () => {
    const calls = {
      callWithoutWaiting,
      callAndWait,
      openStream: () => openStream()[Symbol.asyncIterator]().next()
    }
    for (const [name, call] of Object.entries(calls)) {
      const [message, caller] = (await stackOf(call())).split("\n")
      assert.strictEqual(message, "ConnectionError: The connection was refused: check the base URL or proxy.")
      assert.include(caller, name)
    }
  })

  it("is that of an invalid option, too, and of a closed client", async () => {
    const client = over()
    assert.include(await stackOf(callWithoutWaiting(client, { timeout: -1 })), "callWithoutWaiting")
    await client.close().catch(() => undefined)
    assert.include(await stackOf(callWithoutWaiting(client)), "at callWithoutWaiting")
  })
})
