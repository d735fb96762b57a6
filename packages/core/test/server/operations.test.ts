// The operations that rights can name are those of the contract.
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import { Api } from "../../src/Api.ts"
import { OperationName, ServingOf } from "../../src/contract/annotations.ts"
import { operations, operationsOf, rightNames } from "../../src/server/operations.ts"

describe("rights", () => {
  it("know every operation of the contract that requires a key, and no other", () => {
    const inContract = Object.values(Api.groups).flatMap((group) =>
      Context.getOrUndefined(group.annotations, ServingOf)?.access === "key"
        ? Object.values(group.endpoints).map(
            (endpoint) =>
              Context.get(Context.merge(group.annotations, endpoint.annotations), OperationName) ??
              `${group.identifier}.${endpoint.identifier}`
          )
        : []
    )
    assert.sameMembers([...operations], [...new Set(inContract)])
  })

  it("name operations and resources, and making keys by neither", () => {
    assert.isTrue(rightNames.has("chat") && rightNames.has("chat.create") && rightNames.has("apiKeys"))
    assert.isFalse(rightNames.has("apiKeys.generate"))
    assert.deepEqual([...operationsOf(["chat", "skills.list"], false)], ["chat.create", "skills.list"])
    assert.deepEqual([...operationsOf(["apiKeys"], false)], ["apiKeys.revoke"])
    assert.deepEqual([...operationsOf(["apiKeys.generate"], false)], [])
    assert.deepEqual([...operationsOf(["unknown"], true)], ["apiKeys.generate"])
    assert.sameMembers([...operationsOf(undefined, true)], [...operations])
    assert.strictEqual(operationsOf(undefined, false).size, operations.length - 1)
  })
})
