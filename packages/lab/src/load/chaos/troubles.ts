// What happens to the nodes, the database and Redis in the chaos test: one trouble at a time, sometimes two.
import type { SeededRandom } from "../../faults/seededRandom.ts"
import type { TcpProxy } from "../../faults/tcpProxy.ts"
import type { PostgresServer } from "../../postgres/server.ts"
import { pause } from "../../processes.ts"
import type { ServerNode } from "../serverNode.ts"

/** A node, and the networks between it and the database, and between it and Redis. */
export interface Networked extends ServerNode {
  readonly networks: { readonly database: TcpProxy; readonly redis: TcpProxy }
}

/** What the troubles change. */
export interface World {
  readonly nodes: readonly [Networked, Networked, Networked]
  readonly postgres: PostgresServer
  /** Kills Redis and starts it again after so many milliseconds. */
  readonly restartRedis: (after: number) => Promise<void>
  readonly random: SeededRandom
}

/** A trouble: what it does in words, and a promise for its end. */
type Trouble = (world: World) => { readonly what: string; readonly done: Promise<void> }

const between = (random: SeededRandom, least: number, most: number) => least + random.below(most - least)

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`

const kill: Trouble = ({ nodes, random }) => {
  const node = random.pick(nodes)
  return { what: `kill -9 of ${node.name}`, done: node.restart() }
}

/** A lease is 15 seconds: some pauses are longer. */
const freeze: Trouble = ({ nodes, random }) => {
  const [node, time] = [random.pick(nodes), between(random, 500, 20_000)]
  const run = async () => {
    node.signal("SIGSTOP")
    await pause(time)
    node.signal("SIGCONT")
  }
  return { what: `SIGSTOP of ${node.name} for ${seconds(time)}`, done: run() }
}

const restartDatabase: Trouble = ({ postgres, random }) => {
  const time = between(random, 0, 5_000)
  const run = async () => {
    await postgres.crash()
    await pause(time)
    await postgres.start()
  }
  return { what: `the database crashes, back after ${seconds(time)}`, done: run() }
}

const restartRedis: Trouble = ({ random, restartRedis: restart }) => {
  const time = between(random, 0, 5_000)
  return { what: `Redis is killed, back after ${seconds(time)}`, done: restart(time) }
}

const network =
  (to: "database" | "redis", how: "cut" | "silence"): Trouble =>
  ({ nodes, random }) => {
    const [node, time] = [random.pick(nodes), between(random, 200, 12_000)]
    const run = async () => {
      node.networks[to][how]()
      await pause(time)
      node.networks[to].restore()
    }
    return { what: `${how} between ${node.name} and ${to} for ${seconds(time)}`, done: run() }
  }

const troubles: readonly [Trouble, ...ReadonlyArray<Trouble>] = [
  kill,
  kill,
  freeze,
  restartDatabase,
  restartRedis,
  network("database", "cut"),
  network("database", "silence"),
  network("redis", "cut"),
  network("redis", "silence")
]

/** Starts one trouble, or two at once in one of three times, and waits until they are over. */
export const makeTrouble = async (world: World, print: (what: string) => void): Promise<void> => {
  const { random } = world
  const count = random.below(3) === 0 ? 2 : 1
  const chosen = Array.from({ length: count }, () => random.pick(troubles))
  // The same twice would repair what the other still breaks.
  const all = [...new Set(chosen)].map((trouble) => trouble(world))
  print(all.map(({ what }) => what).join(", and "))
  await Promise.all(all.map(({ done }) => done))
}
