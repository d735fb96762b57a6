// The command `chaos`: three nodes on one PostgreSQL and one Redis, their clocks apart, under load and troubles.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { MissingError, command as define, number, wholeNumber } from "../../command.ts"
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
import { decision, newSubject, report, send, startLoad, type Subject } from "../workload.ts"
import { makeTrouble, type Networked, type World } from "./troubles.ts"

/** Milliseconds by which the clocks of the nodes are wrong: as much as a start accepts. */
const clockShifts = [-300_000, 0, 300_000] as const

const owner = `owner-of-chaos-${"0".repeat(20)}`

const pepper = "chaos-".repeat(8)

const env = { ...forOneOperator, LEADLINE_API_KEY: owner, LEADLINE_PEPPER: pepper, LEADLINE_NODES: "3" }

const startRedisOnOnePort = async () => {
  const port = await freePort()
  let redis = await startRedis(port)
  return {
    url: redis.url,
    restart: async (after: number) => {
      await redis.stop()
      await pause(after)
      redis = await startRedis(port)
    },
    stop: () => redis.stop()
  }
}

/** Opens a network to the host of a URL; gives it with the URL that leads through it. */
const through = async (target: string) => {
  const url = new URL(target)
  const network = await startTcpProxy(Number(url.port))
  url.port = String(network.port)
  return [network, String(url)] as const
}

/** Starts a node behind networks that the test cuts. */
const startNetworked = async (at: 0 | 1 | 2, databaseUrl: string, redisUrl: string, logs: string) => {
  const [database, LEADLINE_DATABASE_URL] = await through(databaseUrl)
  const [redis, LEADLINE_REDIS_URL] = await through(redisUrl)
  const node = await startNode({
    name: `node ${at + 1}`,
    clockShift: clockShifts[at],
    logs,
    env: { ...env, LEADLINE_DATABASE_URL, LEADLINE_REDIS_URL }
  })
  return { ...node, networks: { database, redis } } satisfies Networked
}

/** Milliseconds in which the nodes must be ready again. */
const recovery = 120_000

/** Waits until all nodes are ready; false when one is not in time, or has ended by itself. */
const recover = async (nodes: World["nodes"]): Promise<boolean> => {
  const hasDied = () => nodes.some((node) => node.died() !== undefined)
  const areReady = async () => (await Promise.all(nodes.map((node) => node.isReady()))).every(Boolean)
  const isOver = await holdsWithin(recovery, async () => hasDied() || areReady(), 100)
  return isOver && !hasDied()
}

/** While nothing is wrong, each node answers. */
const checkCalm = async ({ ledger, owner: key, urls }: Subject) => {
  for (const url of urls) {
    const answers = [
      await send(ledger, `${url}/v1/models`, key),
      await send(ledger, `${url}/v1/decisions`, key, { body: decision })
    ]
    for (const answer of answers)
      if (answer?.status !== 200)
        ledger.broken.push(`A calm request to ${url} got ${answer?.status ?? "no answer"}: ${answer?.text}`)
  }
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
  const begun = performance.now()
  const print = (line: string) =>
    console.log(`${((performance.now() - begun) / 1_000).toFixed(0).padStart(4)} s  ${line}`)
  const postgres = await startPostgres()
  const redis = await startRedisOnOnePort()
  const databaseUrl = await newSchema(postgres.url)
  const logs = mkdtempSync(join(tmpdir(), "leadline-chaos-logs-"))
  const start = (at: 0 | 1 | 2) => startNetworked(at, databaseUrl, redis.url, logs)
  const nodes = [await start(0), await start(1), await start(2)] as const
  const random = seededRandom(seed)
  const subject = newSubject([nodes[0].url, nodes[1].url, nodes[2].url], owner, { seed: seed + 1 })
  const { ledger, urls } = subject
  const world: World = { nodes, postgres, restartRedis: redis.restart, random }
  let hasRecovered = await recover(nodes)
  const endLoad = startLoad(subject)
  const end = performance.now() + minutes * 60_000
  while (hasRecovered && performance.now() < end) {
    await pause(1_000)
    await checkCalm(subject)
    await pause(2_000 + random.below(4_000))
    await makeTrouble(world, print)
    hasRecovered = await recover(nodes)
  }
  await endLoad()
  if (hasRecovered) {
    print("Asking for everything that was acknowledged")
    // A job of a node that was killed is answered when its lease is over.
    ledger.broken.push(
      ...(await lostAt(urls, owner, ledger.acknowledged)),
      ...(await auditProblems(databaseUrl))
    )
  } else ledger.broken.push("The nodes do not recover")
  for (const node of nodes) {
    const reason = node.died()
    if (reason !== undefined) ledger.broken.push(reason)
    const code = await node.end("SIGTERM")
    if (code !== 0) ledger.broken.push(`${node.name} ends with ${code} after SIGTERM`)
    await Promise.all([node.networks.database.close(), node.networks.redis.close()])
  }
  await redis.stop()
  await postgres.stop()
  if (ledger.broken.length === 0) rmSync(logs, { recursive: true })
  else print(`The logs of the nodes are in ${logs}`)
  console.log(report(ledger).join("\n"))
  return ledger.broken
}

/** Runs the chaos test. */
export const command = define({
  about: `Three nodes on one PostgreSQL and one Redis, which are killed, paused and cut off under load. Exit code 1 when
something that was acknowledged is lost, an async chat is answered twice, or a key is accepted a second after it was
revoked; 2 without a Redis.`,
  options: {
    minutes: number("how long", 10, 0.05),
    seed: wholeNumber("chooses the troubles", Math.ceil(Math.random() * 1_000_000))
  },
  run: ({ minutes, seed }) => {
    if (missingRedis !== undefined) throw new MissingError(`The chaos test was ${missingRedis}`)
    console.log(`Chaos for ${minutes} minutes: --seed ${seed}`)
    return runChaos(minutes, seed)
  }
})
