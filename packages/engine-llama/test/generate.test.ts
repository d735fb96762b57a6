// Texts and vectors of the tiny model, and what it can be held to.
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type LoadedModel, loadModel } from "../src/index.ts"
import { openReference, options, writeModel } from "./support.ts"

const never = { aborted: false }

describe("a model for text", () => {
  let model: LoadedModel
  beforeAll(async () => {
    model = await loadModel(options(writeModel("none")))
  })
  afterAll(() => model.close())

  const write = async (how: Partial<Parameters<LoadedModel["generate"]>[1]> = {}, signal = never) => {
    const prompt = model.prompt([{ role: "user", content: "Is the sea salty?" }])
    const texts: Array<string> = []
    const all = { maxTokens: 40, temperature: 0, seed: 1, ...how }
    for await (const text of model.generate(prompt, all, signal)) texts.push(text)
    return texts
  }

  it("writes the same without a temperature, and with one by the seed", async () => {
    const texts = await write()
    assert.isAtMost(texts.length, 40)
    assert.deepStrictEqual(await write({ seed: 2 }), texts)
    const drawn = await write({ temperature: 1 })
    assert.deepStrictEqual(await write({ temperature: 1 }), drawn)
    assert.notDeepEqual(await write({ temperature: 1, seed: 2 }), drawn)
  })

  it("follows a schema by construction", async () => {
    const schema = {
      type: "object",
      properties: {
        salty: { type: "boolean" },
        grade: { enum: [1, 2, 3] },
        tags: { type: "array", items: { const: "x" }, maxItems: 2 }
      },
      required: ["salty"],
      additionalProperties: false
    }
    for (const seed of [1, 2, 3]) {
      const text = (await write({ schema, temperature: 1, seed, maxTokens: 200 })).join("")
      const value = JSON.parse(text) as { salty: unknown; grade: number }
      assert.isBoolean(value.salty)
      assert.include([1, 2, 3], value.grade)
    }
  })

  it.each([
    ["a keyword that the grammar does not know", { type: "string", pattern: "^a$" }],
    ["a schema without a type", { description: "anything" }],
    ["a bound that would be a large grammar", { type: "string", minLength: 100_000 }]
  ])("is not held to a schema with %s", async (_, schema) => {
    assert.deepStrictEqual(await write({ schema }), await write())
  })

  it("stops between two tokens", async () => {
    const signal = { aborted: false }
    const prompt = model.prompt([{ role: "user", content: "Hi" }])
    let count = 0
    const reading = async () => {
      for await (const _text of model.generate(prompt, { maxTokens: 100, temperature: 1, seed: 1 }, signal))
        if (++count === 3) signal.aborted = true
    }
    assert.match(String(await reading().catch(String)), /Aborted/)
    assert.strictEqual(count, 3)
    assert.isNotEmpty(await write())
  })

  it("says what it is, and what it takes at most", () => {
    assert.deepInclude(
      { ...model },
      {
        name: "tiny-random",
        architecture: "llama",
        contextTokens: 4096,
        isGenerative: true,
        vectorSize: undefined
      }
    )
    assert.isAbove(model.memory, 6_000_000)
  })
})

it("a context may be smaller than that of the model, and no larger", async () => {
  const path = writeModel("none")
  for (const [asked, found] of [
    [512, 512],
    [100_000, 4096]
  ] as const) {
    const model = await loadModel({ ...options(path), contextTokens: asked })
    assert.strictEqual(model.contextTokens, found)
    await model.close()
  }
})

it("a file with a pooling gives vectors: of its last token, that is the state after the text", async () => {
  const path = writeModel("last")
  const [model, reference] = [await loadModel(options(path)), await openReference(path)]
  assert.strictEqual(model.vectorSize, 256)
  const [one, two] = [
    await model.embed("The sea is salty.", never),
    await model.embed("The sea is salty.", never)
  ]
  assert.deepStrictEqual(one, two)
  const context = await reference.model.createEmbeddingContext({ contextSize: 512, threads: 1 })
  const { vector } = await context.getEmbeddingFor("The sea is salty.")
  for (const [at, value] of one.entries()) assert.closeTo(value, vector[at] ?? Number.NaN, 1e-6)
  await reference.close()
  await model.close()
})
