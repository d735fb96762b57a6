// The command `update`: servers of an older version on one PostgreSQL are replaced by this one under load.
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { command as define, number, text, UsageError } from "../command.ts"
import { newSchema } from "../postgres/schema.ts"
import { startPostgres } from "../postgres/server.ts"
import { newFolder, pause } from "../processes.ts"
import { root } from "../program.ts"
import { forOneOperator } from "../serverProcess.ts"
import { lostAt } from "./acknowledged.ts"
import { freePort } from "../ports.ts"
import { type ServerNode, startNode } from "./serverNode.ts"
import { startLoad } from "./workload.ts"

/** The API key of the load. */
const operator = `operator-key-${"0".repeat(20)}`

const worktree = (...args: ReadonlyArray<string>) =>
  execFileSync("git", ["worktree", ...args], { cwd: root, stdio: ["ignore", "ignore", "pipe"] })

/** Checks out a commit and installs it; gives its folder, which goes when this process ends. */
const checkOut = (commit: string): string => {
  const folder = join(newFolder(), "leadline")
  process.prependOnceListener("exit", () => worktree("remove", "--force", folder))
  worktree("add", "--detach", folder, commit)
  execFileSync(process.execPath, ["tools/install.mjs"], { cwd: folder, stdio: "ignore" })
  return folder
}

const urlAt = (port: number) => `http://127.0.0.1:${port}`

/**
 * Replaces servers of a checkout under load, which goes to any node that answers, with so many milliseconds before,
 * between and after replacements; then asks every node for all that was acknowledged.
 */
export const updateUnderLoad = async (from: string, nodes: number, pace: number) => {
  const postgres = await startPostgres()
  const env = {
    ...forOneOperator,
    LEADLINE_API_KEY: operator,
    LEADLINE_PEPPER: "p".repeat(32),
    LEADLINE_DATABASE_URL: await newSchema(postgres.url)
  }
  const [first = 0, ...others] = await Promise.all(Array.from({ length: 2 * nodes }, freePort))
  const ports = [first, ...others] as const
  const start = async (checkout: string, port = first) => {
    const node = await startNode({ root: checkout, env, port })
    await node.ready()
    return node
  }

  const running: Array<ServerNode> = []
  for (const port of ports.slice(0, nodes)) running.push(await start(from, port))
  const load = startLoad([urlAt(first), ...others.map(urlAt)], operator, { insists: true })
  const { acknowledged, broken, done } = load
  await pause(pace)

  const end = async (node: ServerNode) => {
    const code = await node.end("SIGTERM")
    if (code !== 0) broken.push(`${node.url} ends with ${code}`)
  }
  for (const [index, old] of running.entries()) {
    running[index] = await start(root, ports[nodes + index])
    await end(old)
    await pause(pace)
  }
  await load.end()

  for (const node of running) broken.push(...(await lostAt([node.url], operator, acknowledged)))
  for (const node of running) await end(node)
  await postgres.stop()
  return { broken, done }
}

/** Updates servers under load. */
export const command = define({
  about:
    "Three servers of an older version on one PostgreSQL are replaced by this one under load. Exit code 1 when a call fails,\nor something is lost.",
  options: {
    from: text("the older version; installed in a folder of its own", "COMMIT"),
    seconds: number("of load between two replacements", 5, 0.1)
  },
  run: async ({ from, seconds }) => {
    if (from === undefined) throw new UsageError("--from: name a commit")
    const { broken, done } = await updateUnderLoad(checkOut(from), 3, seconds * 1_000)
    console.log("Calls that succeeded:", done)
    return broken
  }
})
