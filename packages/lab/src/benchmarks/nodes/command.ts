// The command `bench nodes`: decisions a second of one, two and three nodes on one PostgreSQL, and what they are bounded by.
import * as Store from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { cpus } from "node:os"
import { command as define, wholeNumber } from "../../command.ts"
import { newSchema } from "../../postgres/schema.ts"
import { startPostgres } from "../../postgres/server.ts"
import { type Child, forkChild, order, received } from "../../processes.ts"
import { markdownTable } from "../../tables.ts"
import type { Taken } from "../orders.ts"
import { preload } from "../server/leadline/program.ts"
import { type LoadOrder, startGenerator } from "../server/RunningSide.ts"
import { decisions } from "../server/requests.ts"
import { key } from "../server/Subject.ts"
import { layerTables } from "../store/measuredOperations.ts"

const counts = [1, 2, 3]

/** Kept connections to all nodes together, each with one request under way. */
const connections = 96

/** A node with the process that loads it. */
interface Node {
  readonly child: Child
  readonly generator: Child
  readonly port: number
}

/** What so many nodes did: requests a second, and the cores that each kind of process kept busy. */
interface Round {
  readonly rate: number
  readonly nodes: number
  readonly generators: number
  readonly rest: number
  /** Microseconds of a node's processor time for a request. */
  readonly cost: number
}

/** Microseconds that all cores of this machine were busy. */
const busy = () =>
  cpus().reduce((sum, { times }) => sum + 1_000 * (times.user + times.sys + times.nice + times.irq), 0)

const startNode = async (url: string): Promise<Node> => {
  const child = forkChild("benchmarks/nodes/nodeProcess.ts", [url], [preload])
  const { port } = await received<{ readonly port: number }>(child)
  return { child, port, generator: await startGenerator() }
}

const load = ({ generator, port }: Node, calls: number, open: number) =>
  order<Taken>(generator, {
    port,
    calls,
    connections: open,
    sent: decisions,
    status: 200
  } satisfies LoadOrder)

const cpuOf = async (nodes: ReadonlyArray<Node>) => {
  const all = await Promise.all(
    nodes.map(({ child }) => order<{ readonly cpu: number }>(child, { order: "cpu" }))
  )
  return all.reduce((sum, { cpu }) => sum + cpu, 0)
}

/** Each of the nodes gets the same share of the calls, over the same share of the connections. */
const measure = async (nodes: ReadonlyArray<Node>, calls: number): Promise<Round> => {
  const [cpuBefore, busyBefore, began] = [await cpuOf(nodes), busy(), performance.now()]
  const [share, open] = [calls, connections].map((all) => Math.ceil(all / nodes.length)) as [number, number]
  const taken = await Promise.all(nodes.map((node) => load(node, share, open)))
  const microseconds = 1_000 * (performance.now() - began)
  const all = (busy() - busyBefore) / microseconds
  const cpu = (await cpuOf(nodes)) - cpuBefore
  const generators = taken.reduce((sum, one) => sum + one.cpu, 0) / microseconds
  return {
    rate: (1e6 * share * nodes.length) / microseconds,
    nodes: cpu / microseconds,
    generators,
    rest: Math.max(0, all - cpu / microseconds - generators),
    cost: cpu / (share * nodes.length)
  }
}

const cellsOf = (nodeCount: number, { cost, generators, nodes, rate, rest }: Round) => [
  String(nodeCount),
  rate.toFixed(0),
  cost.toFixed(1),
  ...[nodes, generators, rest].map((cores) => cores.toFixed(2))
]

const measureAll = async (url: string, calls: number, rounds: number) => {
  await Effect.runPromise(
    Effect.provide(Store.ensureKey({ bootstrap: Redacted.make(key) }), layerTables({ url }))
  )
  const nodes = await Promise.all(counts.map(() => startNode(url)))
  // Until all code that matters is compiled.
  for (const node of nodes) await load(node, 10_000, connections)
  const best = new Map<number, Round>()
  for (let round = 0; round < rounds; round++) {
    for (const count of counts) {
      const measured = await measure(nodes.slice(0, count), calls)
      if (measured.rate > (best.get(count)?.rate ?? 0)) best.set(count, measured)
    }
  }
  for (const { child, generator } of nodes) {
    child.end()
    generator.end()
  }
  return best
}

/** Throughput of decisions by the number of nodes. */
export const command = define({
  about: "Decisions a second of one, two and three nodes on one PostgreSQL, and which cores they keep busy.",
  options: { calls: wholeNumber("of a round", 60_000), rounds: wholeNumber("of each number of nodes", 3) },
  run: async ({ calls, rounds }) => {
    const postgres = await startPostgres()
    const best = await measureAll(await newSchema(postgres.url), calls, rounds)
    await postgres.stop()
    const table = markdownTable([
      ["Nodes", "Decisions/s", "µs of a node each", "Cores: nodes", "load", "everything else"],
      ...Array.from(best, ([nodes, round]) => cellsOf(nodes, round))
    ])
    console.log(
      `Best of ${rounds} rounds of ${calls} decisions, ${cpus().length} cores\n\n${table.join("\n")}`
    )
    const [one, most] = [best.get(1), Math.max(...Array.from(best.values(), ({ rate }) => rate))]
    console.log(
      `\nA node alone takes ${(one?.nodes ?? NaN).toFixed(2)} cores; more nodes reach ${(most / (one?.rate ?? NaN)).toFixed(2)} ` +
        "times as much on these cores, which they share with the load."
    )
  }
})
