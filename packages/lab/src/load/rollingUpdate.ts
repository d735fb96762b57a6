// The command `update`: servers of an older version are replaced by this one under load.
import { command as define, number, text, UsageError } from "../command.ts"
import { freePort } from "../ports.ts"
import { newSchema } from "../postgres/schema.ts"
import { startPostgres } from "../postgres/server.ts"
import { newFolder, pause } from "../processes.ts"
import { root } from "../program.ts"
import { forOneOperator } from "../serverProcess.ts"
import { lostAt } from "./acknowledged.ts"
import { checkOut, type ServerNode, startNode } from "./serverNode.ts"
import { type Ledger, newSubject, report, startLoad } from "./workload.ts"

/** What is updated. */
export interface UpdateOptions {
  /** The checkout of the older version. */
  readonly from: string
  /** URL of a PostgreSQL that the nodes share; undefined: one server with a SQLite file. */
  readonly databaseUrl: string | undefined
  /** Servers; 1 with SQLite. */
  readonly nodes: number
  /** Milliseconds of load before, between and after replacements. */
  readonly pace: number
}

/** The API key of the load. */
const operator = `operator-key-${"0".repeat(20)}`

/** Updates servers under load, which goes to any node that answers; then asks every node for all that was acknowledged. */
export const updateUnderLoad = async (options: UpdateOptions): Promise<Ledger> => {
  const { databaseUrl, from, nodes, pace } = options
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
  const start = async (checkout: string, place: number) => {
    const node = await startNode({ root: checkout, env, ...places[place % places.length] })
    await node.ready()
    return node
  }

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
    running[index] = await start(root, nodes + index)
    if (databaseUrl !== undefined) exits.push(await old.end("SIGTERM"))
    await pause(pace)
  }
  await endLoad()

  for (const node of running) broken.push(...(await lostAt([node.url], operator, acknowledged)))
  for (const node of running) exits.push(await node.end("SIGTERM"))
  broken.push(...exits.filter((code) => code !== 0).map((code) => `exit code ${code}`))
  return subject.ledger
}

/** Updates servers under load. */
export const command = define({
  about:
    "Servers of an older version are replaced by this one under load. Exit code 1 when a call fails, or something is\nlost.",
  options: {
    from: text("the older version; installed in a folder of its own", "COMMIT"),
    database: text("sqlite: one server, or postgres: three nodes; default postgres", "NAME"),
    seconds: number("of load between two replacements", 5, 0.1)
  },
  run: async ({ database = "postgres", from: commit, seconds }) => {
    if (commit === undefined) throw new UsageError("--from: name a commit")
    if (database !== "sqlite" && database !== "postgres")
      throw new UsageError(`--database: there is no ${database}`)
    const from = checkOut(commit)
    const postgres = database === "postgres" ? await startPostgres() : undefined
    const ledger = await updateUnderLoad({
      from,
      databaseUrl: postgres && (await newSchema(postgres.url)),
      nodes: postgres === undefined ? 1 : 3,
      pace: seconds * 1_000
    })
    console.log(report(ledger).join("\n"))
    await postgres?.stop()
    return ledger.broken
  }
})
