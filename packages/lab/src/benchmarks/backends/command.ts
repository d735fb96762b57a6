// The command `backends`: decisions over a scripted model server, beside the same calls by hand.
import { parseArgs } from "node:util"
import { type Child, start } from "../client/Child.ts"
import type { Command } from "../Command.ts"
import { questionsPerDecision } from "./requests.ts"

/** What a round took, in milliseconds. */
interface Round {
  readonly cpu: number
  readonly wall: number
  readonly latencies: ReadonlyArray<number>
}

const sides = ["direct", "leadline"] as const

/** Milliseconds that Leadline may add to a decision. */
const wantedOverhead = 5

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

const round = async (child: Child, decisions: number, concurrency: number): Promise<Round> => {
  child.tell({ decisions, concurrency })
  return (await child.next()) as Round
}

const line = (name: string, rounds: ReadonlyArray<Round>, decisions: number): string => {
  const questions = decisions * questionsPerDecision
  const cpu = Math.min(...rounds.map((one) => one.cpu)) / questions
  const wall = Math.min(...rounds.map((one) => one.wall))
  const p50 = Math.min(...rounds.map(({ latencies }) => median(latencies)))
  return [
    name.padEnd(10),
    `${((1000 * questions) / wall).toFixed(0)} questions/s`.padStart(18),
    `${(1000 * cpu).toFixed(0)} µs CPU a question`.padStart(24),
    `p50 ${p50.toFixed(1)} ms`.padStart(16)
  ].join("")
}

/** Rounds of both sides in turns, and their table. Gives the difference of their p50. */
const compare = async (
  title: string,
  children: ReadonlyArray<Child>,
  { concurrency, decisions, rounds }: { concurrency: number; decisions: number; rounds: number }
): Promise<number> => {
  const taken: ReadonlyArray<Array<Round>> = [[], []]
  for (let at = 0; at < rounds; at++)
    for (const [side, child] of children.entries())
      taken[side]?.push(await round(child, decisions, concurrency))
  process.stdout.write(`${title}\n`)
  for (const [side, name] of sides.entries())
    process.stdout.write(`${line(name, taken[side] ?? [], decisions)}\n`)
  const [by, own] = taken.map((side) => Math.min(...side.map(({ latencies }) => median(latencies))))
  return (own ?? NaN) - (by ?? NaN)
}

/** Throughput, processor time and latency of decisions over a model server. */
export const backends: Command = {
  summary: "decisions over a scripted model server, beside the same calls by hand",
  options: [
    "--concurrency N  decisions at a time; default 200",
    "--decisions N    of a round; default 1000",
    "--rounds N       of each side; default 3",
    "--delay MS       of the model server; default 50"
  ],
  run: async (args) => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        concurrency: { type: "string", default: "200" },
        decisions: { type: "string", default: "1000" },
        rounds: { type: "string", default: "3" },
        delay: { type: "string", default: "50" }
      }
    })
    const server = start("../backends/scriptedServer.ts", [values.delay])
    const { url } = (await server.next()) as { readonly url: string }
    const children = sides.map((name) => start("../backends/subjectProcess.ts", [name, url]))
    for (const child of children) {
      await child.next()
      await round(child, 200, 20)
    }
    const rounds = Number(values.rounds)
    const alone = await compare("One decision at a time", children, {
      concurrency: 1,
      decisions: 9,
      rounds: 5 * rounds
    })
    const concurrency = Number(values.concurrency)
    await compare(`${concurrency} decisions at a time`, children, {
      concurrency,
      decisions: Number(values.decisions),
      rounds
    })
    for (const child of [...children, server]) child.end()
    const isMet = alone <= wantedOverhead
    process.stdout.write(
      `Leadline adds ${alone.toFixed(1)} ms to the p50 of a decision, wanted at most ${wantedOverhead}: ${isMet ? "met" : "NOT MET"}\n`
    )
    return isMet ? 0 : 1
  }
}
