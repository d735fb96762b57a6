// Whether what a user's program told is right.
// Source: none; Assumed: ours.
import assert from "node:assert/strict"
import type { Outcome, Outcomes } from "./programs.ts"
import type { Look } from "./result.ts"

const faces = [
  ["promises", "Promise API"],
  ["effects", "Effect API"]
] as const

const check = async (look: Look, where: string, outcome: () => Promise<Outcome>) => {
  await look(`${where}: a decision`, async () => {
    const { refund, team } = await outcome()
    assert.equal(team, "billing")
    assert.ok(refund > 0.5 && refund <= 1, `refund is ${refund}`)
    return `${team}, refund ${refund.toFixed(2)}`
  })
  await look(`${where}: a stream`, async () => {
    const { chunks, text } = await outcome()
    assert.ok(chunks >= 3, `${chunks} chunks`)
    assert.match(text, /probability of yes/)
    return `${chunks} chunks`
  })
  await look(`${where}: errors`, async () => {
    const { refused, wrongKey } = await outcome()
    assert.equal(wrongKey, "AuthenticationError 401")
    assert.equal(refused, "InvalidRequestError questions")
    return `${wrongKey}; ${refused}`
  })
}

/** Looks at what a program told of both APIs. One that told nothing fails every fact. */
export const checkOutcomes = async (look: Look, title: string, use: () => Promise<Outcomes>) => {
  const used = use()
  used.catch(() => undefined)
  for (const [face, name] of faces) {
    await check(look, title === "" ? name : `${title}, ${name}`, async () => (await used)[face])
  }
}

/** What a program printed last. */
export const printedOutcomes = (printed: string): Outcomes =>
  JSON.parse(printed.trim().split("\n").at(-1) ?? "")
