// Both sides of each row of the server benchmark do the same work: what `npm run lab -- bench server` asks before it measures.
import { afterAll, it } from "vitest"
import { compare } from "../../src/benchmarks/server/compare.ts"
import { rows } from "../../src/benchmarks/server/rows.ts"
import { type Running, startSubject, type SubjectName } from "../../src/benchmarks/server/subjects.ts"
import { forkChild } from "../../src/processes.ts"

const behind = forkChild("benchmarks/client/server.ts")
const upstream = behind.next().then((port) => `http://127.0.0.1:${String(port)}`)
const begun = new Map<SubjectName, Promise<Running>>()

afterAll(async () => {
  behind.end()
  for (const { program } of await Promise.all(begun.values())) program.kill()
})

/** The URL of a subject, which is started once. */
const urlOf = async (name: SubjectName): Promise<string> => {
  const running = begun.get(name) ?? upstream.then((url) => startSubject(name, url))
  begun.set(name, running)
  return (await running).url
}

it.each(rows)("both sides of $name agree", async (row) => {
  const [ours, theirs] = row.sides
  await compare(row, [await urlOf(ours), await urlOf(theirs)])
})
