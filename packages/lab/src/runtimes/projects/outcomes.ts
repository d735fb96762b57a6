// Checks the report of a user's program.
import assert from "node:assert/strict"
import type { Outcome, Outcomes } from "./programs.ts"
import type { Look } from "./release.ts"

const faces = [
  ["promises", "Promise API"],
  ["effects", "Effect API"]
] as const

const check = async (
  look: Look,
  where: string,
  { chunks, refund, refused, team, text, wrongKey }: Outcome
) => {
  await look(`${where}: a decision`, () => {
    assert.equal(team, "billing")
    assert.ok(refund > 0.5 && refund <= 1, `refund is ${refund}`)
    return `${team}, refund ${refund.toFixed(2)}`
  })
  await look(`${where}: a stream`, () => {
    assert.ok(chunks >= 3, `${chunks} chunks`)
    assert.match(text, /probability of yes/)
    return `${chunks} chunks`
  })
  await look(`${where}: errors`, () => {
    assert.equal(wrongKey, "AuthenticationError 401")
    assert.equal(refused, "InvalidRequestError questions")
    return `${wrongKey}; ${refused}`
  })
}

/** Runs a program, and checks its report on both APIs. */
export const checkOutcomes = async (look: Look, program: string, use: () => Promise<Outcomes>) => {
  let outcomes: Outcomes | undefined
  await look(`${program} runs`, async () => {
    outcomes = await use()
    return ""
  })
  if (outcomes === undefined) return
  for (const [face, name] of faces) await check(look, `${program}, ${name}`, outcomes[face])
}

/** The last line that a program printed, parsed. */
export const parseOutcomes = (stdout: string): Outcomes => JSON.parse(stdout.trim().split("\n").at(-1) ?? "")
