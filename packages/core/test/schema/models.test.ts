// The names of models that a server takes: those of the contract, and those of its configuration.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { issuesOf } from "../../src/errors/issues.ts"
import { ChatRequest } from "../../src/resources/chat/index.ts"
import { DecisionsRequest } from "../../src/resources/decisions/schema.ts"
import { EmbeddingsRequest } from "../../src/resources/embeddings/schema.ts"
import { ModelId, ResponsesRequest } from "../../src/resources/responses/schema.ts"
import { withModels } from "../../src/schema/descriptions.ts"
import { anyModel, includesModel, isOfContract } from "../../src/schema/models.ts"
import { makeValidator } from "../../src/schema/validator.ts"

const questions = { a: { type: "noul", instructions: "?" } }
const messages = [{ role: "user", content: "?" }]

/** A schema, a request without its model, and models of the contract. */
const resources = [
  ["chat", ChatRequest, { messages }, ["sonar", "sonar-pro"]],
  ["decisions", DecisionsRequest, { state: "", questions }, ["decider-27b", "decider-27b-v0"]],
  ["embeddings", EmbeddingsRequest, { input: "a" }, ["svc-embed-v1-0.6b", "svc-embed-v1-4b"]],
  ["responses", ResponsesRequest, { input: "?" }, ["openai/gpt-5", `${"a".repeat(255)}/${"b".repeat(255)}`]]
] as const

describe.each(resources)("%s", (name, request, rest, contract) => {
  const schema: Schema.Codec<unknown> = request
  const issues = (names: ReadonlyArray<string>, model: unknown) => {
    const served = withModels<Schema.Codec<unknown>>(schema, () => names)
    const found = Schema.decodeResult(served)({ ...rest, model })
    assert.strictEqual(makeValidator(served, "closed")({ ...rest, model }), Result.isSuccess(found))
    return Result.isFailure(found) ? issuesOf(found.failure) : []
  }

  it("takes the models of the contract, whatever the configuration has", () => {
    for (const model of contract) {
      assert.deepEqual(issues([], model), [])
      assert.deepEqual(issues(["alpha"], model), [])
    }
  })

  it("takes a model of the configuration, or any where it has one for all others", () => {
    assert.deepEqual(issues(["alpha", "beta"], "beta"), [])
    assert.deepEqual(issues([anyModel], "gamma"), [])
  })

  it.each(["gamma", "", 1, null, ["alpha"], {}])(
    "refuses the model %j, and says which ones there are",
    (model) => {
      const [issue] = issues(["alpha", "beta"], model)
      assert.deepEqual(issue?.path, ["model"])
      assert.strictEqual(issue?.code, name === "responses" ? "string_pattern_mismatch" : "literal_error")
      assert.match(
        String(issue?.message),
        name === "responses" && typeof model !== "string"
          ? /string/
          : /^Expected .*, alpha, beta$|, or alpha, or beta; GET \/v1\/models lists more, and a request without one gets the default$/
      )
      assert.lengthOf(issues([], model), 1)
    }
  )

  it("knows a name that is configured later", () => {
    const names: Array<string> = []
    const decode = Schema.decodeUnknownResult(withModels<Schema.Codec<unknown>>(schema, () => names))
    assert.isTrue(Result.isFailure(decode({ ...rest, model: "alpha" })))
    names.push("alpha")
    assert.isTrue(Result.isSuccess(decode({ ...rest, model: "alpha" })))
  })

  it("lets a client send any name", () =>
    assert.isTrue(Result.isSuccess(Schema.decodeResult(schema)({ ...rest, model: "alpha" }))))
})

describe("responses", () => {
  const served = withModels(ResponsesRequest, () => ["alpha"])
  const isTaken = (more: object) => makeValidator(served, "closed")({ input: "?", ...more })
  it.each(["a", "a/b c", `${"a".repeat(256)}/b`, `a/${"b".repeat(256)}`])("refuse the model %j", (model) =>
    assert.isFalse(isTaken({ model }))
  )
  it("take names of the configuration among several models", () => {
    assert.isTrue(isTaken({ models: ["alpha", "openai/gpt-5"] }))
    assert.isFalse(isTaken({ models: ["alpha", "gamma"] }))
  })
})

it("a name has at most 1,024 characters, also where any is taken", () => {
  const longest = "m".repeat(1_024)
  assert.isTrue(includesModel([anyModel], longest))
  assert.isFalse(includesModel([anyModel], `${longest}m`))
  assert.isFalse(isOfContract(ModelId, `a/${longest}`))
})
