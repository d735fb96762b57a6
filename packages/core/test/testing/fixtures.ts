// The question that tests of scripts and recordings ask, its answer, and what a client makes of a call.
import type { Client } from "../../src/Client.ts"
import { mockClient, record, respond, type Step } from "../../src/testing/index.ts"
import { onTestFinished } from "vitest"
import { goodBody, question } from "../fixtures/wire.ts"

export { question } from "../fixtures/wire.ts"

export const decided = respond.decisions.create(JSON.parse(goodBody), {
  headers: { "x-request-id": "id-1", "set-cookie": "a=1", date: "Sat, 21 Nov 2026 15:00:00 GMT" }
})

/** A mock client that is closed when the test is over: the test fails when a step was not used. */
export const mocked = (...args: Parameters<typeof mockClient>) => {
  const mock = mockClient(...args)
  onTestFinished(() => mock.client.close())
  return mock
}

/** A key with signs that JSON and URLs escape. */
export const canary = 'canary/key"4711'

/** A recording of what a client with this script does. */
export const recorded = async (
  steps: ReadonlyArray<Step>,
  use: (client: Client) => PromiseLike<unknown>
): Promise<string> => {
  const recording = record()
  const { client } = mockClient(steps, { wrapTransport: recording.wrap, apiKey: canary })
  await use(client)
  await client.close()
  return JSON.stringify(recording, null, 2)
}

/** A recording of one decision. */
export const recordedDecision = () => recorded([decided], (client) => client.decisions.create(question))
