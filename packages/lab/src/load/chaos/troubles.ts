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

/** A trouble of a node for so many milliseconds. */
type Trouble = (world: World, node: Networked, time: number) => Promise<void>

const network =
  (to: "database" | "redis", how: "cut" | "silence"): Trouble =>
  async (_, { networks }, time) => {
    networks[to][how]()
    await pause(time)
    networks[to].restore()
  }

/** What happens, and its longest time in milliseconds. A lease is 15 seconds: some pauses are longer. */
const troubles: readonly [
  readonly [string, number, Trouble],
  ...ReadonlyArray<readonly [string, number, Trouble]>
] = [
  ["kill -9", 0, (_, node) => node.restart()],
  [
    "SIGSTOP",
    20_000,
    async (_, node, time) => {
      node.signal("SIGSTOP")
      await pause(time)
      node.signal("SIGCONT")
    }
  ],
  [
    "a crash of the database",
    5_000,
    async ({ postgres }, _node, time) => {
      await postgres.crash()
      await pause(time)
      await postgres.start()
    }
  ],
  ["a crash of Redis", 5_000, ({ restartRedis }, _node, time) => restartRedis(time)],
  ["a cut network to the database", 12_000, network("database", "cut")],
  ["a silent network to the database", 12_000, network("database", "silence")],
  ["a cut network to Redis", 12_000, network("redis", "cut")],
  ["a silent network to Redis", 12_000, network("redis", "silence")]
]

/** Starts one trouble, or two at once in one of three times, and waits until they are over. */
export const makeTrouble = async (world: World, print: (what: string) => void): Promise<void> => {
  const { nodes, random } = world
  const count = random.below(3) === 0 ? 2 : 1
  // The same twice would repair what the other still breaks.
  const chosen = new Set(Array.from({ length: count }, () => random.pick(troubles)))
  await Promise.all(
    Array.from(chosen, ([what, longest, start]) => {
      const [node, time] = [random.pick(nodes), random.below(longest + 1)]
      print(`${what}, ${node.url}, ${time} ms`)
      return start(world, node, time)
    })
  )
}
