// The names of models that a server takes: those of the contract, and those of its configuration.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { assert, it } from "vitest"
import { issuesOf } from "../../src/errors/issues.ts"
import { ChatRequest } from "../../src/resources/chat/index.ts"
import { ResponsesRequest } from "../../src/resources/responses/schema.ts"
import { withModels } from "../../src/schema/descriptions.ts"
import { anyModel } from "../../src/schema/models.ts"
import { makeValidator } from "../../src/schema/validator.ts"

const longest = `${"a".repeat(255)}/${"b".repeat(255)}`

it.each([
  ["chat", ChatRequest, { messages: [{ role: "user", content: "?" }] }, "sonar", "literal_error"],
  ["responses", ResponsesRequest, { input: "?" }, longest, "string_pattern_mismatch"]
] as const)(
  "%s takes models of the contract, those configured so far, or any; and says which ones there are",
  (_, request, rest, ofContract, code) => {
    const names: Array<string> = []
    const served = withModels<Schema.Codec<unknown>>(request, () => names)
    const issues = (model: unknown) => {
      const found = Schema.decodeResult(served)({ ...rest, model })
      assert.strictEqual(makeValidator(served, "closed")({ ...rest, model }), Result.isSuccess(found))
      return Result.isFailure(found) ? issuesOf(found.failure) : []
    }
    assert.deepEqual(issues(ofContract), [])
    assert.lengthOf(issues("beta"), 1)
    names.push("alpha", "beta")
    assert.deepEqual(issues("beta"), [])
    for (const model of ["gamma", ""]) {
      const [issue] = issues(model)
      assert.deepInclude(issue, { path: ["model"], code })
      assert.match(String(issue?.message), /alpha.*beta/)
    }
    names.push(anyModel)
    assert.deepEqual(issues("gamma"), [])
  }
)
