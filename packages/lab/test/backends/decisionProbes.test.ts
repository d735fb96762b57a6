// Which decision server answers: found out once, by what it says; and what the check of a backend finds.
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { assert, describe, it } from "vitest"
import { type DecisionBackendOptions, decisionBackend } from "../../src/index.ts"
import { decide, failed, request, servers } from "./decide.ts"

const models = (owned_by: string) => ({ object: "list", data: [{ id: "m", object: "model", owned_by }] })

const probed = (
  server: string,
  paths: NonNullable<DecisionBackendOptions["paths"]>
): DecisionBackendOptions => ({ kind: "system-one", server, paths })

const found = async (options: DecisionBackendOptions) => {
  const { check } = await Effect.runPromise(decisionBackend(options).instance)
  return Effect.runPromise(Effect.provide(check([]), Logger.layer([])))
}

describe("the server", () => {
  it.each([
    ["llamacpp", { "/v1/models": { ...models("llamacpp"), models: [] } }],
    ["vllm", { "/v1/models": models("vllm"), "/version": { version: "0.32" } }],
    ["typesafe", { "/v1/models": { models: [{ id: "jev" }] } }],
    ["ollama", { "/v1/models": models("library"), "/api/version": { version: "0.35.1" } }],
    ["unknown", {}],
    ["unknown", { "/v1/models": "text", "/api/version": [], "/props": null }]
  ])("is %s", async (server, paths) => {
    const findings = await found(probed(server, paths))
    assert.deepInclude(findings, { capability: "server", value: server })
    assert.isFalse(findings.some(({ isFailure }) => isFailure))
  })

  it("is asked once for many requests at the same time", async () => {
    const backend = decisionBackend(probed("ollama", { "/api/version": { version: "0.35.1" } }))
    const five = Array.from({ length: 5 }, () => Decisions.use(({ create }) => create(request())))
    await Effect.runPromise(
      Effect.all(five, { concurrency: "unbounded" }).pipe(Effect.provide(backend.decisions))
    )
    const paths = backend.seen.requests.filter(({ method }) => method === "GET").map(({ path }) => path)
    assert.deepStrictEqual(paths, ["/v1/models", "/api/version"])
    assert.strictEqual(backend.posted().length, 5)
  })

  it("that is unknown is sent only what all servers take", async () => {
    const backend = decisionBackend(probed("ollama", {}))
    await decide(backend, request({ a: { type: "score", criteria: [{ b: 1 }, "c"] } }, ""))
    assert.deepStrictEqual(backend.posted()[0]?.body, {
      model: "decider-27b",
      state: "(empty)",
      questions: {
        a: { type: "score", instructions: "Which level fits the evidence best?", criteria: ['{"b":1}', "c"] }
      }
    })
  })
})

describe("addresses", () => {
  it("of OpenRouter may have a path of a proxy", async () => {
    const backend = decisionBackend({ ...servers.openrouter, settings: { url: "http://o.test/proxy" } })
    await decide(backend)
    assert.strictEqual(backend.posted()[0]?.path, "/proxy/api/v1/systemone")
  })

  it("of Cloudflare end with the model, and what does not succeed there is 502", async () => {
    const settings = { server: "cloudflare", models: { "*": "@cf/cloudflare/clef" } }
    const cloudflare = { ...probed("cloudflare", {}), settings }
    const backend = decisionBackend(cloudflare)
    await decide(backend)
    assert.strictEqual(backend.posted()[0]?.path, "/@cf/cloudflare/clef")
    const broken = await failed({
      ...cloudflare,
      alter: () => ({ status: 200, body: { result: null, success: false, errors: [{ code: 5 }] } })
    })
    assert.strictEqual(broken._tag, "ConnectionError")
  })
})

describe("the check of a backend", () => {
  it("reports what it answers, by which formula, and how sure the model was of its labels", async () => {
    const findings = await found(servers.ollama)
    const values = Object.fromEntries(findings.map(({ capability, value }) => [capability, value]))
    assert.include(values, {
      server: "ollama",
      decisions: "noul, choice, score",
      limits: "64 questions, 26 options, 10 levels",
      confidence: "entropy, replaced",
      "label mass": "0.900",
      images: "8"
    })
    assert.match(values["latency"] ?? "", /^\d+ ms$/)
  })

  it.each([
    [404, "kind, url and models"],
    [501, "no decision model is loaded"],
    [500, "Its answer cannot be used"]
  ])("says what to do about %i", async (status, advice) => {
    const findings = await found({ ...servers.openai, alter: () => ({ status, body: {} }) })
    const failure = findings.find(({ isFailure }) => isFailure)
    assert.strictEqual(failure?.value, String(status))
    assert.include(failure?.advice, advice)
  })
})
