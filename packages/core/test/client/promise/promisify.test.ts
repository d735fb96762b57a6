// The methods of a client as promises.
import { assert, it } from "@effect/vitest"
import { over, rejection } from "../../fixtures/calls.ts"
import { settled } from "../../fixtures/turns.ts"
import { good, question } from "../../fixtures/wire.ts"

it("a call is sent at once and once, however often it is read", async () => {
  const { client, sent } = over([good])
  const answer = client.decisions.create(question)
  const [{ data, response }, plain] = await Promise.all([
    answer.withResponse(),
    answer,
    answer.withResponse()
  ])
  assert.strictEqual(plain.answers.urgent.noul, 0.75)
  assert.strictEqual(data, plain)
  assert.deepInclude(response, { status: 200, attempts: 1 })
  assert.lengthOf(sent, 1)
})

it("raw gives the JSON before any schema, also when it breaks the contract", async () => {
  const answer = over([{ body: `{"hello":1}` }]).client.decisions.create(question)
  assert.deepEqual(await answer.raw(), { hello: 1 })
  const message = "The response breaks the contract: model: field required"
  assert.deepInclude(await rejection(answer), { _tag: "InvalidResponseError", message })
})

it("withOptions gives a client with other defaults; those of a call still win", async () => {
  const { client, sent } = over([good])
  const other = client.withOptions({ headers: { "x-a": "1", "x-b": "1" } })
  await other.decisions.create(question, { headers: { "x-b": "2" } })
  await client.decisions.create(question)
  assert.deepInclude(sent[0]?.request.headers, { "x-a": "1", "x-b": "2" })
  assert.isUndefined(sent[1]?.request.headers["x-a"])
})

it("a failure reported through withResponse is no unhandled rejection of the answer, nor the reverse", async () => {
  const unhandled: Array<unknown> = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on("unhandledRejection", note)
  const { client } = over([{ status: 400 }])
  await rejection(client.decisions.create(question).withResponse())
  await rejection(client.decisions.create(question))
  // Node reports one before the next turn of its loop.
  await settled()
  process.off("unhandledRejection", note)
  assert.deepEqual(unhandled, [])
})

it("a call in progress and later ones are refused by a closed client, also at the end of `await using`", async () => {
  const { client } = over([{ after: 60_000 }])
  const call = rejection(client.decisions.create(question))
  {
    await using _ = client
  }
  assert.match(String(await call), /client is closed/)
  assert.match(String(await rejection(client.decisions.create(question))), /client is closed/)
})

it("an aborted call rejects with the reason of its signal, and sends nothing more, also between attempts", async () => {
  const controller = new AbortController()
  const { client, sent } = over([{ status: 503, headers: { "retry-after": "30" } }], {
    onAttempt: () => void setImmediate(() => controller.abort("mine"))
  })
  for (let call = 0; call < 2; call++) {
    const { signal } = controller
    assert.strictEqual(await rejection(client.decisions.create(question, { signal })), "mine")
    assert.lengthOf(sent, 1)
  }
})

const askAt = (client = over([{ status: 404 }]).client, options = {}) =>
  client.decisions.create(question, options)

const stackOf = async (promise: Promise<unknown>) =>
  String(Reflect.get(Object(await rejection(promise)), "stack")).split("\n")

it("the stack of a failure has class and message, then the line of the call, also of one that is not sent", async () => {
  const [message = "", caller = ""] = await stackOf(askAt())
  assert.match(message, /^NotFoundError: /)
  assert.include(caller, "askAt")
  const { client } = over([])
  assert.include((await stackOf(askAt(client, { timeout: -1 }))).join(), "askAt")
  await client.close()
  assert.include((await stackOf(askAt(client))).join(), "askAt")
})
