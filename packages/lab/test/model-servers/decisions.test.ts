// Decisions over a scripted model server: what is asked, and how answers are read.
import { assert, describe, it } from "vitest"
import { openaiScript, type Script } from "../../src/index.ts"
import { answersOf, choiceOf, errorOf, noul, run } from "./askScript.ts"

/** A server without log-probabilities, whose model states probabilities. */
const stating: Script = ({ path }) =>
  path === "/v1/chat/completions"
    ? { body: { choices: [{ message: { content: 'Sure: {"A": 70, "B": 20, "C": 10}' } }] } }
    : { body: { data: [{ id: "m", owned_by: "vllm" }] } }

it("a call asks for one token, its alternatives, and no thinking", async () => {
  const { calls } = await run({ program: "vLLM" }, { late: noul })
  const { messages, ...rest } = calls[0] ?? {}
  assert.deepStrictEqual(rest, {
    model: "my-model",
    max_tokens: 1,
    temperature: 0,
    n: 1,
    stream: false,
    logprobs: true,
    top_logprobs: 20,
    chat_template_kwargs: { enable_thinking: false }
  })
  assert.isArray(messages)
})

/** A server whose model has no favourite: 3,000 tokens, each a little less likely than the one before, labels among them. */
const labelAt: { readonly [rank: number]: string } = { 10: "A", 40: "yes", 150: "B", 700: "C", 2_500: "no" }
const flat = openaiScript({
  program: "llama.cpp",
  alter: (reply, { body, path }) => {
    if (path !== "/v1/chat/completions") return reply
    const tokens = Array.from({ length: 3_000 }, (_, rank) => ({
      token: labelAt[rank] ?? `#${rank}#`,
      logprob: -rank / 900 - Math.log(868)
    }))
    const top_logprobs = tokens.slice(0, Number(Reflect.get(Object(body), "top_logprobs")))
    const choice = { message: { content: "#0#" }, logprobs: { content: [{ ...tokens[0], top_logprobs }] } }
    return { body: { choices: [choice], usage: { prompt_tokens: 100 } } }
  }
})

const countsOf = ({ calls }: Awaited<ReturnType<typeof run>>) => calls.map(({ top_logprobs: count }) => count)

describe("the alternatives", () => {
  it("are 200 where the server gives them, else 20, or as many as the configuration says", async () => {
    assert.deepStrictEqual(countsOf(await run({ program: "llama.cpp" }, { late: noul })), [200])
    assert.deepStrictEqual(countsOf(await run({ program: "SGLang" }, { late: noul })), [20])
    const settings = { readout: { topLogprobs: 5 } }
    assert.deepStrictEqual(countsOf(await run({ program: "SGLang" }, { late: noul }, { settings })), [5])
  })

  it("are ten times as many where labels may be beyond them", async () => {
    const asked = await run(flat, { late: noul })
    assert.deepStrictEqual(countsOf(asked), [200, 2_000, 20_000])
    const { late } = answersOf(asked).answers
    assert.closeTo(late?.type === "noul" ? late.noul : NaN, 1 / (1 + Math.exp(-2_460 / 900)), 1e-9)
    assert.strictEqual(answersOf(asked).usage.input_tokens, 300)
  })
})

const probabilitiesOf = (asked: Awaited<ReturnType<typeof run>>) => {
  const { team } = answersOf(asked).answers
  return team?.type === "choice" ? team.probabilities : assert.fail("no choice")
}

describe("the method", () => {
  it("leaves out the field of chat templates where the server refuses it", async () => {
    const { calls } = await run({ program: "OpenAI" }, { late: noul })
    assert.notProperty(calls[0] ?? {}, "chat_template_kwargs")
    const settings = { readout: { thinking: "reasoning_effort" } }
    const set = await run({ program: "OpenAI" }, { late: noul }, { settings })
    assert.strictEqual(set.calls[0]?.["reasoning_effort"], "none")
  })

  it("by token ids asks for those of every spelling, and gives the same answer", async () => {
    const settings = { readout: { method: "token-ids" } }
    const byIds = await run({ program: "vLLM" }, { team: choiceOf(16) }, { settings })
    const byTop = await run({ program: "llama.cpp" }, { team: choiceOf(16) })
    const other = probabilitiesOf(byTop)
    for (const [name, p] of Object.entries(probabilitiesOf(byIds)))
      assert.closeTo(p, Reflect.get(other, name), 1e-9)
    assert.lengthOf(byIds.calls[0]?.["logprob_token_ids"] as ReadonlyArray<number>, 32)
  })

  it("prompted needs the option, and says so in a notice", async () => {
    const refused = await run(stating, { team: choiceOf(3) })
    assert.match(errorOf(refused).message, /no log-probabilities/)
    const settings = { readout: { method: "prompted" } }
    const prompted = await run(stating, { team: choiceOf(3) }, { settings })
    assert.closeTo(Reflect.get(probabilitiesOf(prompted), "option 0"), 0.7, 1e-9)
    assert.deepStrictEqual(prompted.notices, ["prompted-probabilities"])
  })
})

it("many questions have as many calls at a time as the configuration says", async () => {
  const settings = { readout: { concurrency: 2 } }
  const { seen } = await run(
    { program: "vLLM", after: 2 },
    { a: noul, b: noul, c: noul, d: noul },
    { settings }
  )
  assert.strictEqual(seen.mostOpen, 2)
})
