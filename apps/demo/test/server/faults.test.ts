// Every fault of the page gives the error it promises, after the attempts it promises.
import { afterAll, assert, describe, it } from "vitest"
import { faultList } from "../../src/server/faults/runFault.ts"
import type { FaultReport } from "../../src/protocol.ts"
import { demo, visit } from "../visitor.ts"

const { close, fetch } = demo()
afterAll(close)

/** Class, requests sent, and events of a stream that came before. */
const expected: { readonly [id: string]: ReadonlyArray<string | number | undefined> } = {
  "invalid-request": ["InvalidRequestError", 0, 0],
  "wrong-key": ["AuthenticationError", 1, 0],
  forbidden: ["PermissionDeniedError", 1, 0],
  "not-found": ["NotFoundError", 1, 0],
  conflict: ["ConflictError", 1, 0],
  "too-large": ["PayloadTooLargeError", 1, 0],
  "rate-limit": [undefined, 2, 0],
  "rate-limit-long": ["RateLimitError", 1, 0],
  "server-error": [undefined, 3, 0],
  unavailable: ["UnavailableError", 3, 0],
  refused: ["ConnectionError", 3, 0],
  "gateway-timeout": ["DeadlineExceededError", 1, 0],
  "no-answer": ["DeadlineExceededError", 1, 0],
  html: ["InvalidResponseError", 1, 0],
  redirect: ["InvalidResponseError", 1, 0],
  contract: ["InvalidResponseError", 1, 0],
  truncated: ["StreamTruncatedError", 1, 2],
  stalled: ["DeadlineExceededError", 1, 2],
  "in-stream": ["UnavailableError", 1, 2]
}

/** Faults whose timeouts begin when a server that is busy with other calls may be late: they run after those. */
const timed = ["no-answer", "stalled"]
const ids = faultList.map(({ id }) => id)

describe.each([
  { which: "the fault", of: ids.filter((id) => !timed.includes(id)) },
  { which: "the fault, by its timeout,", of: timed }
])("$which", ({ of }) => {
  it.concurrent.each(of)("%s gives its class", async (id) => {
    const { post } = await visit(fetch)
    const report = (await (await post("/api/fault", { id })).json()) as FaultReport
    const { attempts, events, problem } = report
    assert.deepEqual([problem?._tag, attempts.length, events], expected[id])
    for (const { endedAt, startedAt } of attempts) assert.isAtLeast(endedAt, startedAt)
  })
})

describe("a fault", () => {
  it("that is unknown is 404", async () => {
    const { post } = await visit(fetch)
    for (const id of ["nothing", "constructor", null])
      assert.equal((await post("/api/fault", { id })).status, 404)
  })
})
