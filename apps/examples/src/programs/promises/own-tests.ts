// Tests of code of one's own, with node:test: a mock client for what a service may do, a recording for what one did.
// The first run records and needs LEADLINE_BASE_URL and LEADLINE_API_KEY; later ones need nothing. RECORDING is the file.
import { fail, mockClient, record, replay, respond, when } from "@leadline/core/testing"
import { createClient } from "@leadline/transport-node"
import assert from "node:assert/strict"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { test } from "node:test"
import { teamOf } from "../../shared/triage.ts"

const { RECORDING: file = "triage.recording.json" } = process.env

const decided = (billing: number) =>
  respond.decisions.create({
    model: "decider-27b",
    answers: {
      team: {
        type: "choice",
        choice: billing < 0.5 ? "technical" : "billing",
        confidence: Math.abs(2 * billing - 1),
        probabilities: { billing, technical: 1 - billing }
      }
    },
    usage: { input_tokens: 12, output_tokens: 0 }
  })

test("a sure answer decides, an unsure one is for a person", async () => {
  const { client } = mockClient([when({ body: { state: "Charged twice." } }, decided(0.9)), decided(0.55)])
  assert.equal(await teamOf(client, "Charged twice."), "billing")
  assert.equal(await teamOf(client, "Hello."), "person")
  await client.close() // rejects if a step is left
})

test("a busy service is asked three times, then a person is", async () => {
  const busy = fail.status(503, { retryAfter: "2 seconds" })
  const { client, waits } = mockClient([busy, busy, busy])
  assert.equal(await teamOf(client, "Hello."), "person")
  assert.deepEqual(waits, [2_000, 2_000]) // recorded, not waited for
  await client.close()
})

test("an invoice goes to billing, as a service once said", async () => {
  const ticket = "My invoice is wrong, please refund me."
  if (!existsSync(file)) {
    const recording = record()
    const online = createClient({ wrapTransport: recording.wrap })
    await teamOf(online, ticket)
    await online.close()
    writeFileSync(file, JSON.stringify(recording, null, 2))
  }
  const { client } = replay(readFileSync(file, "utf8"))
  assert.equal(await teamOf(client, ticket), "billing")
  await client.close()
})
