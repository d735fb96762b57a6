import { assert, describe, it } from "vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { AsyncChat } from "../../../../src/resources/chat/async/index.ts"
import { fail, mockClient, respond, when } from "../../../../src/testing/index.ts"
import { record } from "../../../fixtures/asyncChat.ts"
import { rejection } from "../../../fixtures/rejection.ts"
import { mocked } from "../../../testing/fixtures.ts"

const page = (ids: ReadonlyArray<string>, next_token?: string | null) => ({
  requests: ids.map((id) => ({ ...record, id })),
  ...(next_token !== undefined && { next_token })
})

const script = () => [
  when({ query: { limit: "2" } }, respond.asyncChat.list(page(["a", "b"], "t1"))),
  when({ query: { limit: "2", next_token: "t1" } }, respond.asyncChat.list(page([], "t2"))),
  when({ query: { limit: "2", next_token: "t2" } }, respond.asyncChat.list(page(["c"], null)))
]

describe("listAll", () => {
  it("walks over all pages, empty ones too, each fetched on demand, as often as it is asked", async () => {
    const { client, requests } = mocked([...script(), ...script()])
    const walk = client.asyncChat.listAll({ limit: 2 })
    assert.lengthOf(requests, 0)
    for (const before of [0, 3]) {
      const seen: Array<string> = []
      for await (const { id } of walk) {
        if (seen.length === 0) assert.lengthOf(requests, before + 1)
        seen.push(id)
      }
      assert.deepEqual(seen, ["a", "b", "c"])
    }
  })

  it("fails with the page that failed, and with the signal's own reason", async () => {
    const { client } = mocked([...script().slice(0, 1), fail.status(400)])
    const failing = client.asyncChat.listAll({ limit: 2 })[Symbol.asyncIterator]()
    await failing.next()
    await failing.next()
    assert.propertyVal(await rejection(failing.next()), "_tag", "InvalidRequestError")
    const signal = AbortSignal.abort("mine")
    const aborted = client.asyncChat.listAll({}, { signal })[Symbol.asyncIterator]()
    assert.strictEqual(await rejection(aborted.next()), "mine")
  })

  it("fails at a page that names itself as the next one", async () => {
    const same = when({ query: { next_token: "t1" } }, respond.asyncChat.list(page(["c"], "t1")))
    const { client, requests } = mocked([...script().slice(0, 1), same])
    const walk = async () => {
      for await (const { id } of client.asyncChat.listAll({ limit: 2 })) assert.notStrictEqual(id, "c")
    }
    const error: unknown = await walk().catch((thrown: unknown) => thrown)
    assert.propertyVal(error, "_tag", "InvalidResponseError")
    assert.propertyVal(error, "operation", "AsyncChat.list")
    assert.lengthOf(requests, 2)
  })

  for (const length of [2, 3, 7, 100]) {
    it(`fails at a circle of ${length} pages, in promises and in Effect`, async () => {
      const circle = Array.from({ length: 4 * length + 2 }, (_, at) =>
        respond.asyncChat.list(page([`${at % length}`], `t${at % length}`))
      )
      const options = { order: "any" } as const
      const { client, requests } = mockClient(circle, options)
      const walk = async () => {
        // An undefined field is not sent, and does not hide the walk.
        for await (const _ of client.asyncChat.listAll({ limit: undefined } as object)) continue
      }
      const error: unknown = await walk().catch((thrown: unknown) => thrown)
      assert.deepInclude(error, { _tag: "InvalidResponseError", operation: "AsyncChat.list", status: 200 })
      assert.isAtMost(requests.length, 4 * length)
      const other = mockClient(circle, options)
      const all = AsyncChat.use((chat) => Stream.runDrain(chat.listAll()))
      const services = await Effect.runPromise(Layer.buildWithScope(other.layer, Scope.makeUnsafe()))
      const failure = await Effect.runPromise(Effect.flip(Effect.provideContext(all, services)))
      assert.deepInclude(failure, { _tag: "InvalidResponseError", operation: "AsyncChat.list" })
      assert.isAtMost(other.requests.length, 4 * length)
    })
  }

  it("walks over any number of pages once", async () => {
    const tokens = [...Array.from({ length: 300 }, (_, at) => `t${at}`), null]
    const { client } = mocked(tokens.map((token) => respond.asyncChat.list(page(["a"], token))))
    const seen: Array<string> = []
    for await (const { id } of client.asyncChat.listAll()) seen.push(id)
    assert.lengthOf(seen, 301)
  })
})
