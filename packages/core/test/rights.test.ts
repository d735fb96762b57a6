// The operations that rights can name are those of the contract.
import { assert, it } from "@effect/vitest"
import { operations, operationsOf, rightNames } from "../src/rights.ts"

it("rights name resources and every operation that requires a key, but not the making of keys", () => {
  assert.includeMembers([...operations], ["apiKeys.generate", "chat.create", "skills.listRevisions"])
  assert.notInclude(operations, "models.list")
  assert.isTrue(
    ["chat", "chat.create", "apiKeys", "reviews", "reviews.label"].every((name) => rightNames.has(name))
  )
  assert.isFalse(rightNames.has("apiKeys.generate"))
})

it.each([
  [["chat", "skills.list"], false, ["chat.create", "skills.list"]],
  [["apiKeys"], false, ["apiKeys.revoke"]],
  [["apiKeys.generate"], false, []],
  [["unknown"], true, ["apiKeys.generate"]],
  [["reviews"], false, operations.filter((name) => name.startsWith("reviews."))]
])("of %j, making keys %s, are %j", (names, makesKeys, wanted) => {
  assert.deepEqual<unknown>([...operationsOf(names, makesKeys)], wanted)
})

it("without rights all operations may be called but those of reviews", () => {
  const byDefault = operations.filter((name) => !name.startsWith("reviews."))
  assert.sameMembers([...operationsOf(undefined, true)], byDefault)
})
