// Conformance of decisions over each kind of decision server, and over each server that a kind knows.
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import {
  type DecisionBackendOptions,
  decisionBackend,
  decisionsCases,
  decisionsSetups
} from "../../src/index.ts"

const systemOne = (server: string): DecisionBackendOptions => ({
  kind: "system-one",
  dialect: "system-one",
  server,
  settings: { server }
})
const openai = (server: string): DecisionBackendOptions => ({
  kind: "openai-decisions",
  dialect: "openai",
  server,
  settings: { server }
})
const openrouter: DecisionBackendOptions = { kind: "openrouter", dialect: "system-one", server: "openrouter" }

const run = (layer: ReturnType<typeof decisionsSetups>[number][1]) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each(decisionsCases)("$name", async ({ run: check }) => {
    const result = await runtime.runPromise(Effect.result(check))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
}

describe.each([
  ...[
    "cloudflare",
    "fireworks",
    "leadline",
    "litellm",
    "llamacpp",
    "localai",
    "ollama",
    "sglang",
    "typesafe",
    "vllm"
  ].map(systemOne),
  ...["fireworks", "litellm", "localai", "openai", "vllm"].map(openai),
  openrouter,
  { ...systemOne("ollama"), settings: {}, paths: { "/api/version": { version: "0.35.1" } } },
  { ...openai("unknown"), settings: {} }
])("$kind over $server, settings $settings", (options) => {
  run(decisionBackend(options).decisions)
})

describe.each([systemOne("ollama"), openai("openai"), openrouter])("$kind", (options) => {
  describe.each(decisionsSetups(decisionBackend(options).decisions))("%s", (_name, layer) => {
    run(layer)
  })
})
