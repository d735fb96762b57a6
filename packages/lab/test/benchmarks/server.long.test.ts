// Both sides of each row of the server benchmark do the same work: what `npm run lab -- bench server` asks before it measures, in one process.
import { afterAll, expect, it } from "vitest"
import { forkChild } from "../../src/processes.ts"
import { callHandler, sendRequest } from "../../src/benchmarks/server/sendRequest.ts"
import { type AnsweringSide, check } from "../../src/benchmarks/server/check.ts"
import { rows } from "../../src/benchmarks/server/rows.ts"
import { handlers, isHandler, servers, type SubjectName } from "../../src/benchmarks/server/subjects.ts"

const behind = forkChild("benchmarks/client/server.ts")
afterAll(behind.end)
const upstream = behind.next().then((port) => `http://127.0.0.1:${String(port)}`)

type InProcess = Exclude<SubjectName, "program">

const begin = async (name: InProcess): Promise<AnsweringSide> => {
  if (isHandler(name)) {
    const handler = await handlers[name]()
    return { send: (sent) => callHandler(handler, sent) }
  }
  const port = await servers[name]({ upstream: await upstream })
  return { send: (sent) => sendRequest(port, sent) }
}

const begun = new Map<InProcess, Promise<AnsweringSide>>()

/** A subject, started once. */
const subject = (name: SubjectName): Promise<AnsweringSide> => {
  if (name === "program") throw new Error("The program has a process of its own")
  const known = begun.get(name) ?? begin(name)
  begun.set(name, known)
  return known
}

const compared = rows.filter(({ sides }) => sides.every((side) => side.subject !== "program"))

it.each(compared)("both sides of $name agree", async (row) => {
  const [ours, theirs] = row.sides
  await check(row, [await subject(ours.subject), await subject(theirs.subject)])
})

it("a side that answers otherwise is named", async () => {
  const [row] = compared
  if (row === undefined) throw new Error("no rows")
  const ours = await subject(row.sides[0].subject)
  const other: AnsweringSide = { send: async (sent) => ({ ...(await ours.send(sent)), body: "{}" }) }
  await expect(check(row, [ours, other])).rejects.toThrow("answers {}")
})
