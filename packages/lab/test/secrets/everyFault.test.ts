// No key and no prompt appears anywhere, whichever fault an operation of each kind meets.
import { isApiError, tags } from "@leadline/core/errors"
import { mockClient } from "@leadline/core/testing"
import { assert, it } from "vitest"
import { leaks } from "../../src/faults/findLeaks.ts"
import { canaryKey, canaryPrompt } from "../../src/faults/operations.ts"
import { meetEveryFault } from "../../src/secrets/everyFault.ts"
import { everyOperation } from "../../src/secrets/everyOperation.ts"

it("an operation of each kind shows neither key nor prompt, whatever it meets: errors of every class", async () => {
  const classes = new Set<string>()
  for (const name of ["Decisions.create", "Responses.stream", "Skills.update", "ApiKeys.revoke"]) {
    const met = await meetEveryFault(everyOperation[name] ?? assert.fail(name))
    assert.deepEqual(met.shown, [], name)
    for (const tag of met.classes) classes.add(tag)
  }
  assert.sameMembers([...classes], [...tags])
})

it("a request that is refused before it is sent shows neither", async () => {
  const { client } = mockClient([], { apiKey: canaryKey })
  const wrong = { model: canaryPrompt, state: 1, questions: { a: { type: canaryPrompt } } }
  const error: unknown = await client.decisions.create(wrong as never).catch((failure: unknown) => failure)
  assert.isTrue(isApiError(error))
  assert.deepEqual(leaks(error), [])
})
