// Replaces servers of one version by those of another under load.
import { freePort } from "../../ports.ts"
import { newFolder, pause } from "../../processes.ts"
import { forOneOperator } from "../../serverProcess.ts"
import { countsText } from "../../tables.ts"
import { countOf, lostAt } from "../acknowledged.ts"
import { startBalancer } from "./Balancer.ts"
import { type Ledger, newLedger, startCallers } from "./Callers.ts"
import { type ServerNode, type Version, startNode } from "./serverNode.ts"

/** What is updated. */
export interface UpdateOptions {
  readonly from: Version
  readonly to: Version
  /** URL of a PostgreSQL that the nodes share; undefined: one server with a SQLite file. */
  readonly databaseUrl: string | undefined
  /** Servers; 1 with SQLite. */
  readonly nodes: number
  /** Milliseconds of load before, between and after replacements. */
  readonly pace: number
  readonly onProgress?: (text: string) => void
}

/** What an update did. */
export interface Updated {
  readonly ledger: Ledger
  /** What was acknowledged and is not there any more. */
  readonly lost: ReadonlyArray<string>
  /** Exit codes of the replaced servers. */
  readonly exits: ReadonlyArray<number | null>
  /** Starts the old version on the tables of the new one; rejects with what it says when it does not start. */
  readonly startAgain: () => Promise<ServerNode>
}

/** The API key of the callers. */
export const operator = `operator-key-${"0".repeat(20)}`

/** The callers are of one group, and make more than a tenant does. */
export const settings = {
  ...forOneOperator,
  LEADLINE_API_KEY: operator,
  LEADLINE_PEPPER: "p".repeat(32)
}

/**
 * Replaces nodes one after the other. Where they share a database, the new one is ready before the old one ends; a
 * SQLite file has one server at a time.
 */
const replaceAll = async (
  running: Array<ServerNode>,
  start: (index: number) => Promise<ServerNode>,
  { databaseUrl, onProgress, pace }: UpdateOptions
) => {
  const exits: Array<number | null> = []
  for (const [index, old] of running.entries()) {
    if (databaseUrl === undefined) exits.push(await old.end("SIGTERM"))
    running[index] = await start(index)
    if (databaseUrl !== undefined) exits.push(await old.end("SIGTERM"))
    onProgress?.(`${index + 1} of ${running.length} replaced`)
    await pause(pace)
  }
  return exits
}

/** Updates servers under load; then asks every node for all that was acknowledged. */
export const updateUnderLoad = async (options: UpdateOptions): Promise<Updated> => {
  const { databaseUrl, from, nodes, onProgress, pace, to } = options
  const env = { ...settings, ...(databaseUrl === undefined ? {} : { LEADLINE_DATABASE_URL: databaseUrl }) }
  /** Ports and directories: one, or for each node that of the old and that of the new one. */
  const places = await Promise.all(
    Array.from({ length: databaseUrl === undefined ? 1 : 2 * nodes }, async () => ({
      directory: newFolder(),
      port: await freePort()
    }))
  )
  const ports = places.map(({ port }) => port)
  const start = (version: Version, place: number) =>
    startNode({ version, env, ...(places[place % places.length] ?? { directory: "", port: 0 }) })

  const running: Array<ServerNode> = []
  for (let index = 0; index < nodes; index++) running.push(await start(from, index))
  onProgress?.(`${nodes} of ${from.name} run`)
  const balancer = databaseUrl === undefined ? undefined : await startBalancer(ports)
  const ledger = newLedger()
  const endCallers = await startCallers(balancer?.url ?? `http://127.0.0.1:${ports[0]}`, operator, ledger)
  await pause(pace)
  const exits = await replaceAll(running, (index) => start(to, nodes + index), options)
  await endCallers()
  await balancer?.close()

  const lost: Array<string> = []
  for (const { url } of running) lost.push(...(await lostAt([url], operator, ledger.acknowledged)))
  for (const node of running) exits.push(await node.end("SIGTERM"))
  return { ledger, lost, exits, startAgain: () => start(from, 0) }
}

/** The figures of an update. */
export const report = ({ exits, ledger, lost }: Omit<Updated, "startAgain">): string => {
  const { acknowledged, attempts, calls, failed, retried } = ledger
  const { chats, keys, skills } = acknowledged
  return [
    `calls that succeeded: ${countsText(calls)}`,
    `attempts of each: ${countsText(attempts)}`,
    `retried: ${countsText(retried)}`,
    `calls that failed: ${failed.length}`,
    `acknowledged: ${keys.size} keys, ${countOf(keys, "gone")} of them revoked, ${chats.size} async chats, ` +
      `${skills.size} skills; lost: ${lost.length}`,
    `exit codes: ${exits.join(", ")}`
  ].join("\n")
}

/** What is wrong; empty if nothing failed and nothing is lost. */
export const problemsIn = ({ exits, ledger, lost }: Updated): ReadonlyArray<string> => [
  ...ledger.failed,
  ...lost.map((what) => `lost: ${what}`),
  ...exits.filter((code) => code !== 0).map((code) => `exit code ${code}`)
]
