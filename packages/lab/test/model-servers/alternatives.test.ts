// How many alternatives are asked for: more where a label is not among the first 200, if the server has more.
import { assert, describe, it } from "vitest"
import type { ScriptedReply, ScriptedRequest } from "../../src/index.ts"
import { answersOf, errorOf, run } from "./askScript.ts"

/** A model without a favourite: 3,000 tokens, each a little less likely than the one before, labels among them. */
const ranks: { readonly [label: string]: number } = { A: 10, B: 150, C: 700, yes: 40, no: 2_500 }
const labelAt = new Map(Object.entries(ranks).map(([label, rank]) => [rank, label]))
const weights = Array.from({ length: 3_000 }, (_, rank) => Math.exp(-rank / 900))
const total = weights.reduce((sum, weight) => sum + weight, 0)
const tokens = weights.map((weight, rank) => ({
  token: labelAt.get(rank) ?? `#${rank}#`,
  logprob: Math.log(weight / total)
}))

/** The share of each label among some. */
const expected = (labels: ReadonlyArray<string>) => {
  const own = labels.map((label) => weights[ranks[label] ?? -1] ?? NaN)
  return own.map((weight) => weight / own.reduce((sum, one) => sum + one, 0))
}

const countOf = ({ body }: ScriptedRequest): number =>
  (body as { readonly top_logprobs?: number }).top_logprobs ?? 0

/** A server that gives so many alternatives, and refuses more. */
const flat =
  (most: number) =>
  (reply: ScriptedReply, request: ScriptedRequest): ScriptedReply => {
    if (request.path !== "/v1/chat/completions") return reply
    if (countOf(request) > most) return { status: 400, body: { error: { message: "too many" } } }
    const content = [{ ...tokens[0], top_logprobs: tokens.slice(0, countOf(request)) }]
    const message = { role: "assistant", content: "#0#" }
    return {
      body: { choices: [{ index: 0, message, logprobs: { content } }], usage: { prompt_tokens: 100 } }
    }
  }

const choice = { type: "choice", criteria: { a: null, b: null, c: null } } as const
const noul = { type: "noul", instructions: "Is it late?" } as const

const ask = (most: number, questions: object, settings = {}) =>
  run({ program: "llama.cpp", alter: flat(most) }, questions as never, { settings })

const countsOf = ({ calls }: Awaited<ReturnType<typeof run>>) => calls.map(({ top_logprobs: count }) => count)

describe("alternatives", () => {
  it("are ten times as many where labels may be beyond them", async () => {
    const asked = await ask(Infinity, { team: choice })
    assert.deepStrictEqual(countsOf(asked), [200, 2_000, 20_000])
    const { team } = answersOf(asked).answers
    if (team?.type !== "choice") return assert.fail("no choice")
    const [a, b, c] = expected(["A", "B", "C"])
    assert.closeTo(Reflect.get(team.probabilities, "a"), a ?? NaN, 1e-9)
    assert.closeTo(Reflect.get(team.probabilities, "b"), b ?? NaN, 1e-9)
    assert.closeTo(Reflect.get(team.probabilities, "c"), c ?? NaN, 1e-9)
    assert.strictEqual(answersOf(asked).usage.input_tokens, 300)
  })

  it("find labels that are none of the first 200", async () => {
    const { late } = answersOf(await ask(Infinity, { late: noul })).answers
    if (late?.type !== "noul") return assert.fail("no noul")
    assert.closeTo(late.noul, expected(["yes", "no"])[0] ?? NaN, 1e-9)
  })

  it("are as many as the server gives", async () => {
    const asked = await ask(2_000, { team: choice })
    assert.deepStrictEqual(countsOf(asked), [200, 2_000, 20_000])
    const { team } = answersOf(asked).answers
    assert.strictEqual(team?.type === "choice" && team.choice, "a")
  })

  it("are as many as the configuration says", async () => {
    const asked = await ask(Infinity, { team: choice }, { readout: { topLogprobs: 200 } })
    assert.deepStrictEqual(countsOf(asked), [200])
    const low = await ask(Infinity, { team: choice }, { readout: { topLogprobs: 5 } })
    assert.match(errorOf(low).message, /no probability/)
  })

  it("are 200 where the labels are likely", async () => {
    assert.deepStrictEqual(countsOf(await run({ program: "llama.cpp" }, { team: choice })), [200])
  })
})
