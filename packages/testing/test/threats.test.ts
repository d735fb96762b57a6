// Every attack of the table gets what the table says, over real sockets, on the Node that runs this.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Outcome, runThreats, startServers, threats } from "../src/threats/index.ts"

describe("a server under attack", () => {
  const scope = Scope.makeUnsafe()
  const outcomes = new Map<string, Outcome>()
  beforeAll(async () => {
    const targets = await Effect.runPromise(Scope.provide(startServers, scope))
    for (const outcome of await runThreats(threats, targets)) outcomes.set(outcome.threat.id, outcome)
  }, 180_000)
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it.each(threats)("$id $title", ({ id }) => {
    assert.deepStrictEqual(outcomes.get(id)?.wrong, [])
  })

  it("has no two rows of one id", () => {
    assert.strictEqual(outcomes.size, threats.length)
  })
})
