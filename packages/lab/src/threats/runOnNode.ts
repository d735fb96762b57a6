// Runs the threats against servers in a child process, on any version of Node.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { programArguments } from "../program.ts"
import { checkAfterwards, runThreats } from "./runThreats.ts"
import type { Outcome, Targets, Threat } from "./Threat.ts"

/** The results of the rows, and the checks after them. */
export interface NodeResult {
  readonly outcomes: ReadonlyArray<Outcome>
  readonly after: Awaited<ReturnType<typeof checkAfterwards>>
}

const start = (version: string, databaseUrl: string | undefined) => {
  const program = programArguments("packages/lab/src/threats/serverProcess.ts")
  const command = `exec node ${program.map((each) => JSON.stringify(each)).join(" ")}`
  const options = {
    stdio: ["pipe", "pipe", "inherit"] as ["pipe", "pipe", "inherit"],
    env: { ...process.env, LEADLINE_DATABASE_URL: databaseUrl }
  }
  return version === process.versions.node
    ? spawn(process.execPath, program, options)
    : spawn("npx", ["--yes", "--prefer-offline", "-p", `node@${version}`, "-c", command], options)
}

/**
 * Runs rows against servers on a version of the npm package `node`, or on the running Node. With the URL of a PostgreSQL
 * their stores and limits are there, else in memory. Rows may take `slack` times as long as they say.
 */
export const runOnNode = async (
  version: string,
  threats: ReadonlyArray<Threat>,
  databaseUrl?: string,
  slack = 1
): Promise<NodeResult> => {
  const server = start(version, databaseUrl)
  for await (const line of createInterface({ input: server.stdout })) {
    if (!line.startsWith("{")) continue
    const said: { readonly version: string; readonly targets: Targets } = JSON.parse(line)
    if (said.version !== version) throw new Error(`Node ${version} was asked for, ${said.version} came`)
    const outcomes = await runThreats(threats, said.targets, slack)
    const after = await checkAfterwards(said.targets)
    server.stdin.end()
    await once(server, "exit")
    return { outcomes, after }
  }
  throw new Error(`Node ${version} does not start`)
}
