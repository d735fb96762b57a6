// Do all subjects do the same work? Asked before anything is measured.
// Source: §2.1, §2.2, §4.1, §5.
import { isDeepStrictEqual } from "node:util"
import { answers, decision } from "../client/bodies.ts"
import type { Load } from "./load.ts"
import type { TableName } from "./tables.ts"

const { questions } = decision
const asking = (question: object) => ({ ...decision, questions: { ...questions, more: question } })

/** Bodies that every validator refuses. */
const wrong: ReadonlyArray<unknown> = [
  {},
  { ...decision, model: "gpt" },
  { ...decision, state: null },
  { ...decision, further: 1 },
  { ...decision, questions: {} },
  { ...decision, questions: { "": questions.urgent } },
  asking({ type: "noul" }),
  asking({ type: "noul", criteria: { maybe: "x" } }),
  asking({ type: "noul", criteria: { true: null } }),
  asking({ type: "choice", criteria: {} }),
  asking({ type: "score", criteria: Array(11).fill("x") }),
  asking({ type: "rank", criteria: ["x"] }),
  asking({ ...questions.team, further: 1 })
]

/** Subjects that guard nothing: the floor of each table. */
const bare: ReadonlySet<string> = new Set(["node:http", "node:http and undici"])

const expect = (isTrue: boolean, name: string, what: string): void => {
  if (!isTrue) throw new Error(`${name}: ${what}`)
}

/** Rejects when a subject answers otherwise than the others. */
export const check = async (table: TableName, name: string, { ask }: Load): Promise<void> => {
  const right = await ask({})
  expect(right.status === 200, name, `the request is answered ${right.status}: ${right.text}`)
  expect(
    isDeepStrictEqual(JSON.parse(right.text), JSON.parse(answers.decision)),
    name,
    "the answer is another one"
  )
  if (bare.has(name)) return
  for (const header of ["x-request-id", "x-ratelimit-limit", "x-ratelimit-remaining", "cache-control"]) {
    expect(right.headers[header] !== undefined, name, `${header} is missing`)
  }
  expect((await ask({ authorization: "Bearer other" })).status === 401, name, "another key is accepted")
  if (table === "proxy") return
  for (const body of wrong) {
    const sent = JSON.stringify(body)
    const { status } = await ask({ body: sent })
    expect(status === 400, name, `${status} for ${sent}`)
  }
}
