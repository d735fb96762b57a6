// Decisions over a scripted model server: what is asked, and how answers are read.
import { assert, describe, it } from "vitest"
import { distribution, type Script } from "../../src/index.ts"
import { answersOf, choiceOf, contentOf, errorOf, noul, run } from "./askScript.ts"

/** A server without log-probabilities, whose model states probabilities. */
const stating: Script = ({ path }) =>
  path === "/v1/chat/completions"
    ? { body: { choices: [{ message: { content: 'Sure: {"A": 70, "B": 20, "C": 10}' } }] } }
    : { body: { data: [{ id: "m", owned_by: "vllm" }] } }

describe("a call", () => {
  it("asks for one token, its alternatives, and no thinking", async () => {
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

  it("has no bias, tools, grammar or schema", async () => {
    const { bodies } = await run({ program: "llama.cpp" }, { late: noul, team: choiceOf(40) })
    for (const body of bodies)
      for (const field of ["logit_bias", "tools", "response_format", "grammar"])
        assert.notProperty(body, field)
  })

  it("asks for the model that the configuration names", async () => {
    const settings = { models: { "decider-27b": "julia-1" } }
    const { calls } = await run({ program: "vLLM" }, { late: noul }, { settings })
    assert.strictEqual(calls[0]?.["model"], "julia-1")
    const refused = await run({ program: "vLLM" }, { late: noul }, { settings: { models: { other: "x" } } })
    assert.strictEqual(errorOf(refused)._tag, "InvalidRequestError")
  })

  it("is answered by the model's own distribution", async () => {
    const asked = await run({ program: "llama.cpp" }, { team: choiceOf(3) })
    const { answers, usage } = answersOf(asked)
    const prompt = (asked.calls[0] as unknown as { messages: ReadonlyArray<{ content: string }> }).messages
      .map(({ content }) => content)
      .join("\n")
    const own = ["A", "B", "C"].map((label) =>
      distribution(prompt)
        .filter(({ token }) => token.trim() === label)
        .reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)
    )
    const total = own.reduce((sum, p) => sum + p, 0)
    const { team } = answers
    if (team?.type !== "choice") return assert.fail("no choice")
    for (const [index, p] of Object.values(team.probabilities).entries())
      assert.closeTo(p, (own[index] ?? NaN) / total, 1e-9)
    assert.isAbove(usage.input_tokens, 0)
  })
})

describe("the method", () => {
  it("is many alternatives where the server gives them, else 20", async () => {
    const many = await run({ program: "llama.cpp" }, { late: noul })
    assert.strictEqual(many.calls[0]?.["top_logprobs"], 200)
    const few = await run({ program: "SGLang" }, { late: noul })
    assert.strictEqual(few.calls[0]?.["top_logprobs"], 20)
    const set = await run(
      { program: "SGLang" },
      { late: noul },
      { settings: { readout: { topLogprobs: 5 } } }
    )
    assert.deepStrictEqual(
      set.bodies.map((body) => body["top_logprobs"]),
      [5, 5]
    )
  })

  it("leaves out the field of chat templates where the server refuses it", async () => {
    const { calls } = await run({ program: "OpenAI" }, { late: noul })
    assert.notProperty(calls[0] ?? {}, "chat_template_kwargs")
    const { bodies } = await run(
      { program: "OpenAI" },
      { late: noul },
      { settings: { readout: { thinking: "reasoning_effort" } } }
    )
    assert.isTrue(bodies.every((body) => body["reasoning_effort"] === "none"))
  })

  it("by token ids asks for those of every spelling, and gives the same answer", async () => {
    const settings = { readout: { method: "token-ids" } }
    const questions = { team: choiceOf(16), mood: { type: "score", criteria: ["a", "b"] } } as const
    const byIds = await run({ program: "vLLM" }, questions, { settings })
    const byTop = await run({ program: "llama.cpp" }, questions)
    const own = answersOf(byIds).answers["team"]
    const other = answersOf(byTop).answers["team"]
    if (own?.type !== "choice" || other?.type !== "choice") return assert.fail("no choice")
    for (const [name, p] of Object.entries(own.probabilities))
      assert.closeTo(p, Reflect.get(other.probabilities, name), 1e-9)
    assert.lengthOf(byIds.calls[0]?.["logprob_token_ids"] as ReadonlyArray<number>, 32)
  })

  it("prompted needs the option, and says so in a notice", async () => {
    const refused = await run(stating, { team: choiceOf(3) })
    assert.match(errorOf(refused).message, /no log-probabilities/)
    const prompted = await run(
      stating,
      { team: choiceOf(3) },
      { settings: { readout: { method: "prompted" } } }
    )
    const { team } = answersOf(prompted).answers
    if (team?.type !== "choice") return assert.fail("no choice")
    assert.closeTo(Reflect.get(team.probabilities, "option 0"), 0.7, 1e-9)
    assert.deepStrictEqual(prompted.notices, ["prompted-probabilities"])
    const half = await run(stating, { team: choiceOf(4) }, { settings: { readout: { method: "prompted" } } })
    assert.match(errorOf(half).message, /probability for each label/)
  })
})

describe("many options", () => {
  it.each([
    [16, 1],
    [17, 3]
  ])("%i take %i calls", async (count, calls) => {
    const asked = await run({ program: "vLLM" }, { team: choiceOf(count) })
    assert.lengthOf(asked.calls, calls)
    assert.deepStrictEqual(asked.notices, calls === 1 ? [] : ["options-in-rounds"])
    const { team } = answersOf(asked).answers
    if (team?.type !== "choice") return assert.fail("no choice")
    const total = Object.values(team.probabilities).reduce((sum, p) => sum + p, 0)
    assert.closeTo(total, 1, 1e-9)
  })
})

describe("many questions", () => {
  const questions = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`q${index}`, noul]))

  it("have the first alone, and eight calls at a time, or as many as set", async () => {
    const eight = await run({ program: "vLLM", after: 2 }, questions)
    assert.strictEqual(eight.seen.mostOpen, 8)
    const two = await run({ program: "vLLM", after: 2 }, questions, {
      settings: { readout: { concurrency: 2 } }
    })
    assert.strictEqual(two.seen.mostOpen, 2)
  })

  it("share everything up to the task", async () => {
    const { calls } = await run({ program: "vLLM" }, { a: noul, b: choiceOf(3) })
    const [left = "", right = ""] = calls.map(contentOf)
    assert.strictEqual(left.slice(0, left.indexOf("#task")), right.slice(0, right.indexOf("#task")))
  })
})

describe("options against bias", () => {
  it("rotations and both orders are further calls", async () => {
    const settings = { readout: { rotations: 3, bothOrders: true } }
    const asked = await run(
      { program: "vLLM" },
      { team: choiceOf(4), late: noul, mood: { type: "score", criteria: ["a", "b"] } },
      { settings }
    )
    assert.lengthOf(asked.calls, 3 + 2 + 1)
    answersOf(asked)
  })
})
