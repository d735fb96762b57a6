// No key and no prompt appears anywhere, whichever fault an operation of each kind meets.
import { isApiError, tags } from "@leadline/core/errors"
import { operations } from "@leadline/core/resources"
import { fail, mockClient } from "@leadline/core/testing"
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

/** Operations whose requests are ids in a path, or nothing. */
const withoutText = operations.filter(({ path, request }) =>
  request?.ast._tag === "Objects"
    ? request.ast.propertySignatures.every(({ name }) => path.split("/").includes(`:${String(name)}`))
    : request === undefined
)

it("every operation that takes more than an id sends the prompt", async () => {
  const without = []
  for (const [name, call] of Object.entries(everyOperation)) {
    const { client, requests } = mockClient([fail.raw({ status: 404 })], { maxRetries: 0 })
    await call(client).catch(() => undefined)
    const { body, query } = requests[0] ?? assert.fail(name)
    const content = body instanceof Uint8Array ? new TextDecoder().decode(body) : body
    if (!JSON.stringify([query, content]).includes(canaryPrompt)) without.push(name)
  }
  assert.sameMembers(
    without,
    withoutText.map(({ name }) => name)
  )
})

it("a request that is refused before it is sent shows neither", async () => {
  const { client } = mockClient([], { apiKey: canaryKey })
  const wrong: unknown = { model: canaryPrompt, state: 1, questions: { a: { type: canaryPrompt } } }
  // @ts-expect-error The request is wrong on purpose.
  const error: unknown = await client.decisions.create(wrong).catch((failure: unknown) => failure)
  assert.isTrue(isApiError(error))
  assert.deepEqual(leaks(error), [])
})

it("the service's own words stay, but for what they repeat", async () => {
  const long = `${canaryPrompt} and so on, for longer than a server repeats`
  const said = `The model openai/gpt-99-preview is not there, said ${canaryKey} of "${long.slice(0, 40)}..."`
  const { client } = mockClient(
    [
      fail.raw({
        status: 404,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ error: { message: said } })
      })
    ],
    { apiKey: canaryKey }
  )
  const asked = { model: "openai/gpt-99-preview", input: long }
  const error: unknown = await client.responses.create(asked).catch((failure: unknown) => failure)
  assert.strictEqual(
    Reflect.get(Object(error), "message"),
    `The model openai/gpt-99-preview is not there, said <redacted> of "<redacted>..."`
  )
})
