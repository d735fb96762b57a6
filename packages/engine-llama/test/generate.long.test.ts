// Texts and vectors of the tiny model, and what it can be held to.
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type LoadedModel, loadModel } from "../src/index.ts"
import { never, openReference, options, writeModel } from "./support.ts"

describe("a model for text", () => {
  let model: LoadedModel
  beforeAll(async () => {
    model = await loadModel(options(writeModel("none")))
  })
  afterAll(() => model.close())

  type How = Partial<Parameters<LoadedModel["generate"]>[1]>
  const write = async (how: How = {}, signal = { ...never }, most = 1e9) => {
    const prompt = model.prompt([{ role: "user", content: "Is the sea salty?" }])
    const texts: Array<string> = []
    const all = { maxTokens: 40, temperature: 0, seed: 1, ...how }
    for await (const text of model.generate(prompt, all, signal))
      if (texts.push(text) === most) signal.aborted = true
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
    const properties = { salty: { type: "boolean" }, grade: { enum: [1, 2, 3] } }
    const schema = { type: "object", properties, required: ["salty"], additionalProperties: false }
    for (const seed of [1, 2, 3]) {
      const text = (await write({ schema, temperature: 1, seed, maxTokens: 200 })).join("")
      const value = JSON.parse(text) as { salty: unknown; grade: number }
      assert.isBoolean(value.salty)
      assert.include([1, 2, 3], value.grade)
    }
  })

  it.each([
    { type: "string", pattern: "^a$" },
    { description: "anything" },
    { type: "string", minLength: 100_000 }
  ])(
    "is not held to a schema that the grammar does not know, or would be a large one: %j",
    async (schema) => {
      assert.deepStrictEqual(await write({ schema }), await write())
    }
  )

  it("stops between two tokens", async () => {
    const signal = { aborted: false }
    assert.match(String(await write({ temperature: 1 }, signal, 3).catch(String)), /Aborted/)
    assert.isNotEmpty(await write())
  })

  it("says what it is, and what it takes at most, in a context that is no larger than its own", async () => {
    const is = { name: "tiny-random", architecture: "llama", isGenerative: true, vectorSize: undefined }
    assert.deepInclude({ ...model }, { ...is, contextTokens: 4096 })
    assert.isAbove(model.memory, 6_000_000)
    for (const contextTokens of [512, 100_000]) {
      const other = await loadModel({ ...options(writeModel("none")), contextTokens })
      assert.strictEqual(other.contextTokens, Math.min(4096, contextTokens))
      await other.close()
    }
  })
})

it("a file with a pooling gives vectors: of its last token, that is the state after the text", async () => {
  const path = writeModel("last")
  const [model, reference] = [await loadModel(options(path)), await openReference(path)]
  assert.strictEqual(model.vectorSize, 256)
  const given = await model.embed("The sea is salty.", never)
  assert.deepStrictEqual(await model.embed("The sea is salty.", never), given)
  const context = await reference.model.createEmbeddingContext({ contextSize: 512, threads: 1 })
  const { vector } = await context.getEmbeddingFor("The sea is salty.")
  for (const [at, value] of given.entries()) assert.closeTo(value, vector[at] ?? Number.NaN, 1e-6)
  await reference.close()
  await model.close()
})
