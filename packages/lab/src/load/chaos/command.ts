// The command `chaos`: three nodes on one PostgreSQL and one Redis, their clocks apart, under load and troubles.
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { command as define, number, UsageError } from "../../command.ts"
import { seededRandom } from "../../faults/seededRandom.ts"
import { startTcpProxy } from "../../faults/tcpProxy.ts"
import { freePort } from "../../ports.ts"
import { newSchema } from "../../postgres/schema.ts"
import { startPostgres } from "../../postgres/server.ts"
import { missingRedis, startRedis } from "../../redis/server.ts"
import { bareEnvironment, holdsWithin, newFolder, pause } from "../../processes.ts"
import { programArguments, serverProgram } from "../../program.ts"
import { lastLines, run as runProgram } from "../../runningProgram.ts"
import { forOneOperator } from "../../serverProcess.ts"
import { lostAt } from "../acknowledged.ts"
import { startNode } from "../serverNode.ts"
import { decision, startLoad } from "../workload.ts"
import { makeTrouble, type Networked, type World } from "./troubles.ts"

const owner = `owner-of-chaos-${"0".repeat(20)}`

const pepper = "chaos-".repeat(8)

const env = { ...forOneOperator, LEADLINE_API_KEY: owner, LEADLINE_PEPPER: pepper, LEADLINE_NODES: "3" }

const preload = pathToFileURL(join(import.meta.dirname, "shiftedDate.mjs")).href

/** Opens a network to the host of a URL; gives it with the URL that leads through it. */
const through = async (target: string) => {
  const url = new URL(target)
  const network = await startTcpProxy(Number(url.port))
  url.port = String(network.port)
  return [network, String(url)] as const
}

/** Starts a node behind networks that the test cuts, with a clock that is wrong by so many milliseconds. */
const startNetworked = async (
  clockShift: number,
  databaseUrl: string,
  redisUrl: string
): Promise<Networked> => {
  const [database, LEADLINE_DATABASE_URL] = await through(databaseUrl)
  const [redis, LEADLINE_REDIS_URL] = await through(redisUrl)
  const own = { CLOCK_SHIFT: String(clockShift), LEADLINE_DATABASE_URL, LEADLINE_REDIS_URL }
  const node = await startNode({ flags: ["--import", preload], env: { ...env, ...own } })
  return { ...node, networks: { database, redis } }
}

/** Waits until all nodes are ready; false when one is not within two minutes, or has ended by itself. */
const recover = async (nodes: World["nodes"]): Promise<boolean> => {
  const hasDied = () => nodes.some((node) => node.died() !== undefined)
  const areReady = async () => (await Promise.all(nodes.map((node) => node.isReady()))).every(Boolean)
  return (await holdsWithin(120_000, async () => hasDied() || areReady(), 100)) && !hasDied()
}

const auditProblems = async (databaseUrl: string): Promise<ReadonlyArray<string>> => {
  const ended = await runProgram([process.execPath, ...programArguments(serverProgram), "audit", "verify"], {
    cwd: newFolder(),
    env: { ...bareEnvironment(), LEADLINE_PEPPER: pepper, LEADLINE_DATABASE_URL: databaseUrl }
  })
  return ended.code === 0 ? [] : [`The audit log is not intact: ${lastLines(ended)}`]
}

/** Runs chaos; gives the broken promises. It ends early when the nodes do not recover. */
export const runChaos = async (minutes: number, seed: number): Promise<ReadonlyArray<string>> => {
  const postgres = await startPostgres()
  const databaseUrl = await newSchema(postgres.url)
  const redisPort = await freePort()
  let redis = await startRedis(redisPort)
  const restartRedis = async (after: number) => {
    await redis.stop()
    await pause(after)
    redis = await startRedis(redisPort)
  }
  // Clocks are wrong by as much as a start accepts.
  const start = (clockShift: number) => startNetworked(clockShift, databaseUrl, redis.url)
  const nodes = [await start(-300_000), await start(0), await start(300_000)] as const
  let hasRecovered = await recover(nodes)
  const urls = [nodes[0].url, nodes[1].url, nodes[2].url] as const
  const load = startLoad(urls, owner, { seed: seed + 1 })
  const { acknowledged, broken, done, send } = load
  const random = seededRandom(seed)
  const end = performance.now() + minutes * 60_000
  while (hasRecovered && performance.now() < end) {
    await pause(1_000)
    // While nothing is wrong, each node answers.
    for (const url of urls) {
      const calm = await send(`${url}/v1/decisions`, { body: decision })
      if (calm?.status !== 200) broken.push(`A calm request to ${url} got ${calm?.status}: ${calm?.text}`)
    }
    await pause(2_000 + random.below(4_000))
    await makeTrouble({ nodes, postgres, restartRedis, random }, console.log)
    hasRecovered = await recover(nodes)
  }
  await load.end()
  // A job of a node that was killed is answered when its lease is over.
  if (hasRecovered)
    broken.push(...(await lostAt(urls, owner, acknowledged)), ...(await auditProblems(databaseUrl)))
  else broken.push("The nodes do not recover")
  for (const { died, end: stop, networks, url } of nodes) {
    const reason = died()
    if (reason !== undefined) broken.push(reason)
    const code = await stop("SIGTERM")
    if (code !== 0) broken.push(`${url} ends with ${code} after SIGTERM`)
    await Promise.all([networks.database.close(), networks.redis.close()])
  }
  await redis.stop()
  await postgres.stop()
  console.log("Calls that succeeded:", done)
  return broken
}

/** Runs the chaos test. */
export const command = define({
  about: `Three nodes on one PostgreSQL and one Redis, which are killed, paused and cut off under load. Exit code 1 when
something that was acknowledged is lost, an async chat is answered twice, or a key is accepted a second after it was
revoked; 2 without a Redis.`,
  options: {
    minutes: number("how long", 10, 0.05),
    seed: number("chooses the troubles", Math.ceil(Math.random() * 1_000_000))
  },
  run: ({ minutes, seed }) => {
    if (missingRedis !== undefined) throw new UsageError(`The chaos test was ${missingRedis}`)
    console.log(`Chaos for ${minutes} minutes: --seed ${seed}`)
    return runChaos(minutes, seed)
  }
})
