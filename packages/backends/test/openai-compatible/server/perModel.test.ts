// How many models a server remembers, whatever names its callers send.
import { assert, it } from "vitest"
import { perModel } from "../../../src/openai-compatible/server/perModel.ts"

it("of 1,001 models the one that was asked for longest ago is forgotten, and no other", () => {
  const made: Array<string> = []
  const of = perModel((model) => made.push(model))
  const first = of("a")
  of("b")
  for (let more = 2; more < 1_000; more++) of(`model-${more}`)
  assert.strictEqual(of("a"), first)
  of("one more")
  assert.strictEqual(of("a"), first)
  assert.lengthOf(made, 1_001)
  of("b")
  assert.lengthOf(made, 1_002)
})
