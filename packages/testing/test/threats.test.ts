// Every row of the threat table, over real sockets, on the Node that runs this.
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Outcome, runOnNode, threats } from "../src/threats/index.ts"

describe("a server under attack", () => {
  const outcomes = new Map<string, Outcome>()
  let after: Awaited<ReturnType<typeof runOnNode>>["after"] | undefined
  beforeAll(async () => {
    const reported = await runOnNode(process.versions.node, threats)
    for (const outcome of reported.outcomes) outcomes.set(outcome.threat.id, outcome)
    after = reported.after
  }, 400_000)
  afterAll(() => outcomes.clear())

  it.each(threats)("$id $title", ({ id }) => {
    assert.deepStrictEqual(outcomes.get(id)?.wrong, [])
  })

  it("has no two rows of one id", () => {
    assert.strictEqual(outcomes.size, threats.length)
  })

  it("calls no other server, and logs neither keys nor bodies", () => {
    assert.deepStrictEqual(after, { outgoing: 0, leaks: 0 })
  })
})
