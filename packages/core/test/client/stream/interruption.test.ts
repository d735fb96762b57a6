// A stream whose call is interrupted between its head and its first pull.
import { assert, it } from "@effect/vitest"
import * as Client from "../../../src/Client.ts"
import { hand, settled } from "../../fixtures/hand.ts"

const asked = { model: "sonar", messages: [{ role: "user", content: "?" }] } as const

it("an abort in `onAttempt` closes the stream and gives its slot on", async () => {
  const controller = new AbortController()
  const wire = hand({ concurrency: 1, onAttempt: () => controller.abort("mine") })
  const client = Client.promises(wire.layer)
  const step = client.chat.stream(asked, { signal: controller.signal })[Symbol.asyncIterator]().next()
  const outcome = step.catch((error: unknown) => error)
  await settled()
  wire.head()
  assert.strictEqual(await outcome, "mine")
  await settled()
  assert.isAbove(wire.asked.aborts, 0)
  const next = client.models.list()
  await settled()
  wire.head("application/json")
  wire.text(`{"object":"list","data":[]}`)
  wire.end()
  assert.lengthOf((await next).data, 0)
})

it("one collected by `viaStream` is closed as well", async () => {
  const controller = new AbortController()
  const wire = hand({ onAttempt: () => controller.abort("mine") })
  const created = Client.promises(wire.layer).chat.create(asked, {
    signal: controller.signal,
    viaStream: true
  })
  const outcome = created.catch((error: unknown) => error)
  await settled()
  wire.head()
  assert.strictEqual(await outcome, "mine")
  await settled()
  assert.isAbove(wire.asked.aborts, 0)
})
