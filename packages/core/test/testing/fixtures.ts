// The question that tests of scripts and recordings ask, and its answer.
import { mockClient, respond } from "../../src/testing/index.ts"
import { onTestFinished } from "vitest"
import { goodBody } from "../fixtures/wire.ts"

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
