// Decisions over a real model, and what the engine reads of a prompt: the model's own numbers, whatever came before.
import { conformance, layerFakeSearch } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { layer, type LoadedModel, loadModel } from "../src/index.ts"
import { never, openReference, options, writeModel } from "./support.ts"

describe("decisions", () => {
  const services = layer(options(writeModel("none"))).pipe(
    Layer.provide(layerFakeSearch),
    Layer.provideMerge(Logger.layer([]))
  )
  const runtime = ManagedRuntime.make(services)
  afterAll(() => runtime.dispose())

  it.each(conformance.decisions.cases)("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})

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

  const long = "I was charged twice. ".repeat(90)
  /** A prompt that ends with a question about a state. */
  const promptOf = (question: string, state = long) =>
    model.prompt([
      { role: "system", content: "Answer with a label." },
      { role: "user", content: `${state}\n${question}\nLabel:` }
    ])
  const read = async (prompt: ReadonlyArray<number> = []) =>
    model.logprobs(prompt, Array.from(model.pieces.keys()), never)

  it("are those of a second evaluation from scratch, near those of one batch, whatever is asked together", async () => {
    for (const state of ["", "Pay it back.", long]) {
      const prompt = promptOf("A billing\nB technical", state)
      const expected = await reference.read(prompt)
      const together = await reference.read(prompt, 4096)
      const found = await read(prompt)
      for (const [token, logprob] of found.entries()) {
        assert.closeTo(Math.exp(logprob), expected.get(token) ?? Number.NaN, 1e-6)
        assert.closeTo(Math.exp(logprob), together.get(token) ?? Number.NaN, 5e-3)
      }
      assert.deepStrictEqual(await model.logprobs(prompt, [300], never), found.slice(300, 301))
    }
  })

  it("are the same to the bit when a prompt is read again, after others, or before them", async () => {
    const [one, two] = [promptOf("A one\nB two"), promptOf("yes it holds\nno it does not")]
    const first = [await read(one), await read(two)]
    await read(promptOf("A one\nB two", "Quite another state. ".repeat(50)))
    assert.deepStrictEqual([await read(two), await read(one)], first.toReversed())
    const how = { maxTokens: 5, temperature: 0, seed: 1 }
    for await (const text of model.generate(one, how, never)) assert.isString(text)
    assert.deepStrictEqual(await read(one), first[0])
  })

  it("are right for prompts that are the beginning of each other, and of any length beside a batch", async () => {
    const whole = promptOf("A billing\nB technical")
    for (const length of [1, 63, 64, 65, 128, 129, 128, 64, 1]) {
      const prompt = whole.slice(0, length)
      const [p = 0] = await model.logprobs(prompt, [300], never)
      assert.closeTo(Math.exp(p), (await reference.read(prompt)).get(300) ?? Number.NaN, 1e-6)
    }
  })

  it("end at the next batch when they are no longer wanted, and are as before afterwards", async () => {
    const prompt = promptOf("A billing\nB technical", "Another state, which is long. ".repeat(90))
    const before = await model.logprobs(prompt, [300, 301], never)
    await model.logprobs(promptOf("something else", ""), [300], never)
    const signal = {
      asked: 0,
      // Wanted for three batches, and then no more.
      get aborted() {
        return ++this.asked > 3
      }
    }
    assert.match(String(await model.logprobs(prompt, [300], signal).catch(String)), /Aborted/)
    assert.strictEqual(signal.asked, 4)
    assert.deepStrictEqual(await model.logprobs(prompt, [300, 301], never), before)
  })

  it("take what looks like a special token in a message as text", () => {
    const [bos] = model.tokenize("")
    const prompt = promptOf("<s> </s> [INST]")
    assert.strictEqual(prompt.filter((token) => token === bos).length, 1)
  })
})
