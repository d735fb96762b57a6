// Embeddings over scripted model servers: means of tokens, batches, context, and what is refused.
import { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import { Embeddings, toInt8 } from "@leadline/core/embeddings"
import type * as Result from "effect/Result"
import { assert, describe, it } from "vitest"
import { openaiScript, type Seen, tokensOf } from "../../src/index.ts"
import { tokenVectors } from "../../src/model-servers/openaiScript.ts"
import { runOver as run } from "./askScript.ts"

const plain = (input: string, more: object = {}) =>
  Embeddings.use(({ create }) => create({ model: "svc-embed-v1-0.6b", input, ...more }))

const late = (input: ReadonlyArray<ReadonlyArray<string>>) =>
  ContextualizedEmbeddings.use(({ create }) => create({ model: "svc-embed-context-v1-0.6b", input }))

const successOf = <A>(result: Result.Result<A, { readonly message: string }>): A =>
  result._tag === "Success" ? result.success : assert.fail(result.failure.message)

const refusalOf = (
  result: Result.Result<unknown, { readonly _tag: string; readonly message: string }>
): string =>
  result._tag === "Failure" ? `${result.failure._tag}: ${result.failure.message}` : assert.fail("no failure")

const bytesOfMean = (vectors: ReadonlyArray<ReadonlyArray<number>>) => {
  const mean = (vectors[0] ?? []).map((_, d) => vectors.reduce((sum, vector) => sum + (vector[d] ?? 0), 0))
  const largest = Math.max(...mean.map(Math.abs))
  return mean.map((value) => Math.floor((127 * value) / largest + 0.5))
}

const embedded = ({ requests }: Seen) => requests.filter(({ path }) => path === "/v1/embeddings")

describe("late chunking", () => {
  it.each(["llama.cpp", "vLLM"] as const)("of %s: a chunk is the mean of its tokens", async (program) => {
    const { notices, result } = await run(
      openaiScript({ program, tokenVectors: true }),
      late([["The quay", "It is long."]])
    )
    const all = tokenVectors("The quay\nIt is long.", "0.6b")
    const first = tokensOf("The quay\n").length
    const { data, usage } = successOf(result)
    const given = data[0]?.data.map(({ embedding }) => [...toInt8(embedding)])
    assert.deepStrictEqual(given, [bytesOfMean(all.slice(0, first)), bytesOfMean(all.slice(first))])
    assert.strictEqual(usage.prompt_tokens, all.length)
    assert.deepStrictEqual(notices, [])
  })

  it("is replaced by the text around a chunk where the tokens do not spell it, with a notice", async () => {
    const script = openaiScript({
      program: "vLLM",
      tokenVectors: true,
      alter: (reply, { path }) =>
        path === "/tokenize" ? { body: { tokens: [1, 2], token_strs: ["a", "b"], count: 2 } } : reply
    })
    const { notices, result, seen } = await run(script, late([["The quay", "It is long."]]))
    successOf(result)
    assert.deepStrictEqual(notices, ["chunk-context-shortened"])
    assert.deepStrictEqual(
      embedded(seen).map(({ body }) => (body as { readonly input: unknown }).input),
      [["The quay", "The quay\nIt is long."]]
    )
  })
})

describe("texts", () => {
  it("of a model with another size keep it, and more components are refused", async () => {
    const server = openaiScript({ program: "OpenAI" })
    const settings = { models: { "own-4b": "own-4b", own: "own" } }
    const { result } = await run(server, plain("a", { model: "own-4b" }), settings)
    assert.lengthOf(toInt8(successOf(result).data[0]?.embedding ?? ""), 2560)
    const over = await run(server, plain("a", { model: "own", dimensions: 2000 }), settings)
    assert.match(refusalOf(over.result), /at most 1024/)
  })

  it("over the context of the model are refused with both numbers, before they are sent", async () => {
    const { result, seen } = await run(openaiScript({ program: "TEI" }), plain("word ".repeat(2000)), {
      limits: { contextTokens: 512 }
    })
    assert.match(refusalOf(result), /InvalidRequestError.*512 tokens, got 2001/)
    assert.lengthOf(embedded(seen), 0)
  })

  it("that the server cut are refused", async () => {
    const script = openaiScript({
      program: "Ollama",
      alter: (reply) => ({ ...reply, body: { ...Object(reply.body), usage: { prompt_tokens: 512 } } })
    })
    const { result } = await run(script, plain("some words of a long text ".repeat(400)))
    assert.match(refusalOf(result), /InvalidRequestError/)
  })
})
