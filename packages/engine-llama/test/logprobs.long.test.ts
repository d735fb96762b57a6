// What the engine reads of a prompt: the model's own numbers, to the same bits whatever came before.
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type LoadedModel, loadModel } from "../src/index.ts"
import { openReference, options, writeModel } from "./support.ts"

const never = { aborted: false }

/** A prompt that ends with a question about a long state. */
const promptOf = (model: LoadedModel, question: string, state = "I was charged twice. ".repeat(90)) =>
  model.prompt([
    { role: "system", content: "Answer with a label." },
    { role: "user", content: `${state}\n${question}\nLabel:` }
  ])

describe("log-probabilities after a prompt", () => {
  let model: LoadedModel
  let reference: Awaited<ReturnType<typeof openReference>>
  beforeAll(async () => {
    const path = writeModel("none")
    model = await loadModel(options(path))
    reference = await openReference(path)
  })
  afterAll(async () => {
    await model.close()
    await reference.close()
  })
  const everyToken = () => model.pieces.map((_, token) => token)

  it("are those of a second evaluation from scratch, and near those of one in a single batch", async () => {
    for (const state of ["", "Pay it back.", "I was charged twice. ".repeat(90)]) {
      const prompt = promptOf(model, "A billing\nB technical", state)
      const expected = await reference.read(prompt)
      const together = await reference.read(prompt, 4096)
      const found = await model.logprobs(prompt, everyToken(), never)
      for (const [token, logprob] of found.entries()) {
        assert.closeTo(Math.exp(logprob), expected.get(token) ?? Number.NaN, 1e-6)
        assert.closeTo(Math.exp(logprob), together.get(token) ?? Number.NaN, 5e-3)
      }
    }
  })

  it("are the same whichever tokens are asked for together", async () => {
    const prompt = promptOf(model, "A billing\nB technical")
    const all = await model.logprobs(prompt, everyToken(), never)
    for (const token of [0, 300, 469])
      assert.deepStrictEqual(await model.logprobs(prompt, [token], never), all.slice(token, token + 1))
  })

  it("are the same to the bit when a prompt is read again, after others, or before them", async () => {
    const prompts = ["A one\nB two", "yes it holds\nno it does not", "0 low\n1 high"].map((question) =>
      promptOf(model, question)
    )
    const read = async (prompt: ReadonlyArray<number> = []) => model.logprobs(prompt, everyToken(), never)
    const other = promptOf(model, "A one\nB two", "Quite another state. ".repeat(50))
    const first = [await read(prompts[0]), await read(prompts[1]), await read(prompts[2])]
    await read(other)
    const cold = await read(prompts[2])
    const again = [await read(prompts[2]), await read(prompts[1]), await read(prompts[0])].toReversed()
    assert.deepStrictEqual(again, first)
    assert.deepStrictEqual(cold, first[2])
    for await (const text of model.generate(
      prompts[1] ?? [],
      { maxTokens: 5, temperature: 0, seed: 1 },
      never
    ))
      assert.isString(text)
    assert.deepStrictEqual(await read(prompts[1]), first[1])
  })

  it("are right for prompts that are the beginning of each other, and of any length beside a batch", async () => {
    const whole = promptOf(model, "A billing\nB technical")
    for (const length of [1, 63, 64, 65, 127, 128, 129, 128, 64, 1]) {
      const prompt = whole.slice(0, length)
      const [p = 0] = await model.logprobs(prompt, [300], never)
      assert.closeTo(Math.exp(p), (await reference.read(prompt)).get(300) ?? Number.NaN, 1e-6)
    }
  })

  it("end at the next batch when they are no longer wanted, and are as before afterwards", async () => {
    const prompt = promptOf(model, "A billing\nB technical", "Another state, which is long. ".repeat(90))
    const before = await model.logprobs(prompt, [300, 301], never)
    await model.logprobs(promptOf(model, "something else", ""), [300], never)
    const signal = {
      asked: 0,
      // Wanted for three batches, and then no more.
      get aborted() {
        this.asked++
        return this.asked > 3
      }
    }
    const ended = await model.logprobs(prompt, [300], signal).catch(String)
    assert.match(String(ended), /Aborted/)
    assert.strictEqual(signal.asked, 4)
    assert.deepStrictEqual(await model.logprobs(prompt, [300, 301], never), before)
  })

  it("take what looks like a special token in a message as text", () => {
    const [bos] = model.tokenize("")
    const prompt = promptOf(model, "<s> </s> [INST]")
    assert.strictEqual(prompt.filter((token) => token === bos).length, 1)
  })
})
