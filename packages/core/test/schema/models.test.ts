// The names of models that a server takes: those of the contract, and those of its configuration.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { issuesOf } from "../../src/errors/issues.ts"
import { ChatRequest } from "../../src/resources/chat/index.ts"
import { ModelId, ResponsesRequest } from "../../src/resources/responses/schema.ts"
import { withModels } from "../../src/schema/descriptions.ts"
import { anyModel, includesModel, isOfContract } from "../../src/schema/models.ts"
import { makeValidator } from "../../src/schema/validator.ts"

const longest = `${"a".repeat(255)}/${"b".repeat(255)}`

/** A schema, a request without its model, models of the contract, and the issue of a name that is none. */
const resources = [
  [
    "chat",
    ChatRequest,
    { messages: [{ role: "user", content: "?" }] },
    ["sonar", "sonar-pro"],
    { code: "literal_error", message: /^Expected .*, alpha, beta$/ }
  ],
  [
    "responses",
    ResponsesRequest,
    { input: "?" },
    ["openai/gpt-5", longest],
    {
      code: "string_pattern_mismatch",
      message: /, or alpha, or beta; GET \/v1\/models lists more, and a request without one gets the default$/
    }
  ]
] as const

describe.each(resources)("%s", (_, request, rest, contract, refusal) => {
  const schema: Schema.Codec<unknown> = request
  const issues = (names: ReadonlyArray<string>, model: unknown) => {
    const served = withModels<Schema.Codec<unknown>>(schema, () => names)
    const found = Schema.decodeResult(served)({ ...rest, model })
    assert.strictEqual(makeValidator(served, "closed")({ ...rest, model }), Result.isSuccess(found))
    return Result.isFailure(found) ? issuesOf(found.failure) : []
  }

  it("takes models of the contract, those of the configuration, or any where it has one for all others", () => {
    for (const model of contract) assert.deepEqual(issues(["alpha"], model), [])
    assert.deepEqual(issues(["alpha", "beta"], "beta"), [])
    assert.deepEqual(issues([anyModel], "gamma"), [])
  })

  it("refuses other names, and says which ones there are", () => {
    for (const model of ["gamma", ""]) {
      const [issue] = issues(["alpha", "beta"], model)
      assert.deepInclude(issue, { path: ["model"], code: refusal.code })
      assert.match(String(issue?.message), refusal.message)
    }
    for (const model of [1, null, ["alpha"]]) assert.lengthOf(issues([], model), 1)
  })

  it("knows a name that is configured later", () => {
    const names: Array<string> = []
    const decode = Schema.decodeUnknownResult(withModels<Schema.Codec<unknown>>(schema, () => names))
    assert.isTrue(Result.isFailure(decode({ ...rest, model: "alpha" })))
    names.push("alpha")
    assert.isTrue(Result.isSuccess(decode({ ...rest, model: "alpha" })))
  })
})

it("responses take provider/model, and names of the configuration among several models", () => {
  const takes = makeValidator(
    withModels(ResponsesRequest, () => ["alpha"]),
    "closed"
  )
  for (const model of ["a", "a/b c", `a${longest}`, `${longest}b`])
    assert.isFalse(takes({ input: "?", model }))
  assert.isTrue(takes({ input: "?", models: ["alpha", "openai/gpt-5"] }))
  assert.isFalse(takes({ input: "?", models: ["alpha", "gamma"] }))
})

it("a name has at most 1,024 characters, also where any is taken", () => {
  const most = "m".repeat(1_024)
  assert.isTrue(includesModel([anyModel], most))
  assert.isFalse(includesModel([anyModel], `${most}m`))
  assert.isFalse(isOfContract(ModelId, `a/${most}`))
})
