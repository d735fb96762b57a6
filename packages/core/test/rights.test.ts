// The operations that rights can name are those of the contract.
import { assert, describe, it } from "@effect/vitest"
import { operations, operationsOf, rightNames } from "../src/rights.ts"

describe("rights", () => {
  it("name every operation that requires a key: the list of models requires none", () => {
    assert.includeMembers([...operations], ["apiKeys.generate", "chat.create", "skills.listRevisions"])
    assert.notInclude(operations, "models.list")
  })

  it("have reviews by their name alone", () => {
    assert.isTrue(rightNames.has("reviews") && rightNames.has("reviews.label"))
    assert.isFalse(operationsOf(undefined, true).has("reviews.list"))
    assert.deepEqual(
      [...operationsOf(["reviews"], false)],
      operations.filter((name) => name.startsWith("reviews."))
    )
  })

  it("name operations and resources, and making keys by neither", () => {
    assert.isTrue(rightNames.has("chat") && rightNames.has("chat.create") && rightNames.has("apiKeys"))
    assert.isFalse(rightNames.has("apiKeys.generate"))
    assert.deepEqual([...operationsOf(["chat", "skills.list"], false)], ["chat.create", "skills.list"])
    assert.deepEqual([...operationsOf(["apiKeys"], false)], ["apiKeys.revoke"])
    assert.deepEqual([...operationsOf(["apiKeys.generate"], false)], [])
    assert.deepEqual([...operationsOf(["unknown"], true)], ["apiKeys.generate"])
    const byDefault = operations.filter((name) => !name.startsWith("reviews."))
    assert.sameMembers([...operationsOf(undefined, true)], byDefault)
    assert.strictEqual(operationsOf(undefined, false).size, byDefault.length - 1)
  })
})
