// The command `bench backends`: decisions over a scripted model server, compared with the same calls written by hand.
import { command as define, wholeNumber, number } from "../../command.ts"
import { type Child, forkChild, order } from "../../processes.ts"
import { spread } from "../../tables.ts"
import { inTurns } from "../inTurns.ts"
import { questionsPerDecision } from "./subjects.ts"

/** What a round took, in milliseconds. */
interface Round {
  readonly cpu: number
  readonly wall: number
  readonly latencies: ReadonlyArray<number>
}

const sides = ["direct", "leadline"] as const

/** Milliseconds that Leadline may add to a decision. */
const wantedOverhead = 5

const p50Of = (rounds: ReadonlyArray<Round>): number =>
  Math.min(...rounds.map(({ latencies }) => spread(latencies).median))

const line = (name: string, rounds: ReadonlyArray<Round>, decisions: number): string => {
  const questions = decisions * questionsPerDecision
  const cpu = Math.min(...rounds.map((one) => one.cpu)) / questions
  const wall = Math.min(...rounds.map((one) => one.wall))
  return [
    name.padEnd(10),
    `${((1000 * questions) / wall).toFixed(0)} questions/s`.padStart(18),
    `${(1000 * cpu).toFixed(0)} µs CPU a question`.padStart(24),
    `p50 ${p50Of(rounds).toFixed(1)} ms`.padStart(16)
  ].join("")
}

/** Rounds of both sides in turns, and their table. Gives the difference of their p50. */
const compare = async (
  title: string,
  children: ReadonlyArray<Child>,
  { concurrency, decisions, rounds }: { concurrency: number; decisions: number; rounds: number }
): Promise<number> => {
  const taken = await inTurns(rounds, children, (child) => order<Round>(child, { decisions, concurrency }))
  process.stdout.write(`${title}\n`)
  for (const [side, name] of sides.entries())
    process.stdout.write(`${line(name, taken[side] ?? [], decisions)}\n`)
  const [by, own] = taken.map(p50Of)
  return (own ?? NaN) - (by ?? NaN)
}

/** Throughput, processor time and latency of decisions over a model server. */
export const command = define({
  about: `Decisions over a scripted model server, compared with the same calls written by hand. Exit code 1 when Leadline adds more than
${wantedOverhead} ms to the median of a decision that is alone.`,
  options: {
    concurrency: wholeNumber("decisions at a time", 200),
    decisions: wholeNumber("of a round", 1_000),
    rounds: wholeNumber("of each side", 3),
    delay: number("of the model server", 50, 0, "MS")
  },
  run: async ({ concurrency, decisions, delay, rounds }) => {
    const server = forkChild("benchmarks/backends/scriptedServer.ts", [String(delay)])
    const { url } = (await server.next()) as { readonly url: string }
    const children = sides.map((name) => forkChild("benchmarks/backends/subjectProcess.ts", [name, url]))
    for (const child of children) {
      await child.next()
      await order<Round>(child, { decisions: 200, concurrency: 20 })
    }
    const alone = await compare("One decision at a time", children, {
      concurrency: 1,
      decisions: 9,
      rounds: 5 * rounds
    })
    await compare(`${concurrency} decisions at a time`, children, { concurrency, decisions, rounds })
    for (const child of [...children, server]) child.end()
    const overhead = `Leadline adds ${alone.toFixed(1)} ms to the p50 of a decision, wanted at most ${wantedOverhead}`
    if (!(alone <= wantedOverhead)) return [`${overhead}: NOT MET`]
    console.log(`${overhead}: met`)
    return []
  }
})
