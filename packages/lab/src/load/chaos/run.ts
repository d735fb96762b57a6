// The chaos test: three nodes on one PostgreSQL and one Redis, their clocks apart, under load and troubles.
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { seededRandom } from "../../faults/seededRandom.ts"
import { freePort } from "../../freePort.ts"
import { newSchema } from "../../postgres/schema.ts"
import { startPostgres } from "../../postgres/server.ts"
import { startRedis } from "../../redis/server.ts"
import { pause } from "../attack/RawConnection.ts"
import { bareEnvironment } from "../childProcess.ts"
import { startNode } from "./chaosNode.ts"
import { type ChaosResult, newLedger } from "./Ledger.ts"
import { field, send } from "./requests.ts"
import { progressLine } from "./report.ts"
import { allReady, makeTrouble, type World } from "./troubles.ts"
import { readChat, runLoad, type Subject } from "./workload.ts"

/** How long it runs, and what it does. */
export interface ChaosOptions {
  readonly minutes: number
  /** Chooses the troubles, and what the load does. */
  readonly seed: number
  readonly print: (line: string) => void
}

/** Milliseconds by which the clocks of the nodes are wrong: as much as a start accepts. */
const clockShifts = [-300_000, 0, 300_000] as const

const owner = `owner-of-chaos-${"0".repeat(20)}`

const env = {
  LEADLINE_API_KEY: owner,
  LEADLINE_PEPPER: "chaos-".repeat(8),
  LEADLINE_KEYS_PER_GROUP: "1000000",
  LEADLINE_KEYS_PER_MINUTE: "1000000",
  LEADLINE_LOG_FORMAT: "off",
  LEADLINE_MAX_LOOP_DELAY: "0",
  LEADLINE_NODES: "3",
  LEADLINE_REQUESTS_PER_SECOND: "1000000"
}

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

const decision = JSON.stringify({
  model: "decider-27b",
  state: "The site is down.",
  questions: { urgent: { type: "noul", instructions: "Does this need attention now?" } }
})

/** Sends small requests while nothing is wrong. */
const calmClient = async (
  { ledger, nodes, owner: key, random }: Subject,
  calmSince: () => number | undefined
) => {
  let isOver = false
  const run = async () => {
    for (let count = 0; !isOver; count++) {
      await pause(100)
      const since = calmSince()
      if (since === undefined || performance.now() - since < 1_000) continue
      const [node, sentAt] = [random.pick(nodes), performance.now()]
      const answer =
        count % 2 === 0
          ? await send(ledger, `${node.baseUrl}/v1/models`, key)
          : await send(ledger, `${node.baseUrl}/v1/decisions`, key, { body: decision })
      if (calmSince() !== since) continue
      ledger.calm.push(performance.now() - sentAt)
      if (answer?.status !== 200)
        ledger.broken.push(
          `A calm request to ${node.name} got ${answer?.status ?? "no answer"}: ${answer?.text}`
        )
    }
  }
  const ended = run()
  return {
    stop: () => {
      isOver = true
      return ended
    }
  }
}

const auditProblem = (databaseUrl: string) =>
  new Promise<string | undefined>((done) => {
    const cwd = mkdtempSync(join(tmpdir(), "leadline-chaos-audit-"))
    const main = resolve(import.meta.dirname, "../../../../../apps/rest/src/main.ts")
    const child = spawn(process.execPath, ["--conditions=@leadline/source", main, "audit", "verify"], {
      cwd,
      env: { ...bareEnvironment(), LEADLINE_PEPPER: env.LEADLINE_PEPPER, LEADLINE_DATABASE_URL: databaseUrl }
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)))
    child.once("exit", (code) => {
      rmSync(cwd, { recursive: true, force: true })
      done(code === 0 ? undefined : `The audit log is not intact: ${output}`)
    })
  })

/** Asks all nodes in turn for everything that was acknowledged. */
const checkState = async (subject: Subject) => {
  const { ledger, nodes } = subject
  let turn = 0
  const node = () => nodes[turn++ % 3] ?? nodes[0]
  const wrong = (what: string) => void ledger.broken.push(what)
  for (const [key, state] of ledger.keys) {
    const answer = await send(ledger, `${node().baseUrl}/v1/skills?limit=1`, key)
    if (state === "there" && answer?.status !== 200) wrong(`A key that was made is ${answer?.status}`)
    if (state === "gone" && answer?.status !== 401) wrong(`A key that was revoked is ${answer?.status}`)
  }
  for (const [id, state] of ledger.skills) {
    const answer = await send(ledger, `${node().baseUrl}/v1/skills/${id}`, subject.owner)
    if (state === "there" && answer?.status !== 200) wrong(`The skill ${id} is ${answer?.status}`)
    if (state === "gone" && answer?.status !== 404) wrong(`The deleted skill ${id} is ${answer?.status}`)
    if (state === "there" && answer !== undefined && field(answer, "skill_id") !== id)
      wrong(`${id} is another skill`)
  }
  // A job of a node that was killed is answered when its lease is over.
  const end = performance.now() + 60_000
  const waiting = new Set(ledger.chats.keys())
  while (waiting.size > 0 && performance.now() < end) {
    for (const id of waiting) if (await readChat(subject, node(), id)) waiting.delete(id)
    await pause(100)
  }
  for (const id of waiting) wrong(`The async chat ${id} is not answered`)
}

/** Runs the test. It ends early when the nodes do not recover. */
export const runChaos = async ({ minutes, seed, print }: ChaosOptions): Promise<ChaosResult> => {
  const postgres = await startPostgres()
  const redis = await startRedisOnOnePort()
  const databaseUrl = await newSchema(postgres.url)
  const logs = mkdtempSync(join(tmpdir(), "leadline-chaos-logs-"))
  const start = (at: 0 | 1 | 2) =>
    startNode({
      name: `node ${at + 1}`,
      clockShift: clockShifts[at],
      databaseUrl,
      redisUrl: redis.url,
      logs,
      env
    })
  const nodes = [await start(0), await start(1), await start(2)] as const
  const [ledger, random] = [newLedger(), seededRandom(seed)]
  const subject: Subject = { nodes, owner, ledger, random: seededRandom(seed + 1) }
  const world: World = { nodes, postgres, restartRedis: redis.restart, random }
  let [troubles, isOver] = [0, false]
  let calm: number | undefined
  const recover = async () => {
    if (await allReady(nodes)) calm = performance.now()
    else
      ledger.broken.push(nodes.flatMap((node) => node.died() ?? []).join("\n") || "The nodes do not recover")
    return calm !== undefined
  }
  if (await recover()) {
    const load = runLoad(subject, () => isOver)
    const client = await calmClient(subject, () => calm)
    const end = performance.now() + minutes * 60_000
    while (performance.now() < end) {
      await pause(3_000 + random.below(4_000))
      calm = undefined
      print(progressLine(ledger))
      troubles += await makeTrouble(world, print)
      if (!(await recover())) break
    }
    isOver = true
    await Promise.all([load, client.stop()])
    print("Asking for everything that was acknowledged")
    await checkState(subject)
    const problem = await auditProblem(databaseUrl)
    if (problem !== undefined) ledger.broken.push(problem)
  }
  for (const node of nodes) {
    const reason = node.died()
    if (reason !== undefined) ledger.broken.push(reason)
    const code = await node.stop()
    if (code !== 0) ledger.broken.push(`${node.name} ends with ${code} after SIGTERM`)
  }
  await redis.stop()
  await postgres.stop()
  if (ledger.broken.length === 0) rmSync(logs, { recursive: true })
  else print(`The logs of the nodes are in ${logs}`)
  return { ledger, troubles }
}
