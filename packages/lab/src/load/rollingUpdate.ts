// Replaces servers of one version by those of another under load.
import { freePort } from "../ports.ts"
import { newFolder, pause } from "../processes.ts"
import { forOneOperator } from "../serverProcess.ts"
import { lostAt } from "./acknowledged.ts"
import { type ServerNode, type Version, startReadyNode } from "./serverNode.ts"
import { type Ledger, newSubject, startLoad } from "./workload.ts"

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
}

/** What an update did. */
export interface Updated {
  /** Calls that failed, and what was acknowledged and is not there any more, are broken promises, as are exit codes. */
  readonly ledger: Ledger
  /** Starts the old version on the tables of the new one; rejects with what it says when it does not start. */
  readonly startAgain: () => Promise<ServerNode>
}

/** The API key of the load. */
const operator = `operator-key-${"0".repeat(20)}`

/** Updates servers under load, which goes to any node that answers; then asks every node for all that was acknowledged. */
export const updateUnderLoad = async (options: UpdateOptions): Promise<Updated> => {
  const { databaseUrl, from, nodes, pace, to } = options
  const env = {
    ...forOneOperator,
    LEADLINE_API_KEY: operator,
    LEADLINE_PEPPER: "p".repeat(32),
    ...(databaseUrl === undefined ? {} : { LEADLINE_DATABASE_URL: databaseUrl })
  }
  /** Ports and directories: one, or for each node that of the old and that of the new one. */
  const places = await Promise.all(
    Array.from({ length: databaseUrl === undefined ? 1 : 2 * nodes }, async () => ({
      directory: newFolder(),
      port: await freePort()
    }))
  )
  const start = (version: Version, place: number) =>
    startReadyNode({ version, env, ...places[place % places.length] })

  const running: Array<ServerNode> = []
  for (let index = 0; index < nodes; index++) running.push(await start(from, index))
  const [first = "", ...others] = places.map(({ port }) => `http://127.0.0.1:${port}`)
  const subject = newSubject([first, ...others], operator, { insists: true })
  const { acknowledged, broken } = subject.ledger
  const endLoad = startLoad(subject)
  await pause(pace)

  const exits: Array<number | undefined> = []
  for (const [index, old] of running.entries()) {
    // Where they share a database, the new one is ready before the old one ends; a SQLite file has one server at a time.
    if (databaseUrl === undefined) exits.push(await old.end("SIGTERM"))
    running[index] = await start(to, nodes + index)
    if (databaseUrl !== undefined) exits.push(await old.end("SIGTERM"))
    await pause(pace)
  }
  await endLoad()

  for (const node of running) broken.push(...(await lostAt([node.url], operator, acknowledged)))
  for (const node of running) exits.push(await node.end("SIGTERM"))
  broken.push(...exits.filter((code) => code !== 0).map((code) => `exit code ${code}`))
  return { ledger: subject.ledger, startAgain: () => start(from, 0) }
}
