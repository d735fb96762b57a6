// Runs the threats against servers in a child process, on any version of Node.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { join } from "node:path"
import { programArguments } from "../program.ts"
import { nodeDirectory, type NodeVersion } from "../runtimes/projects/versions.ts"
import { checkAfterwards, runThreats } from "./runThreats.ts"
import type { Outcome, Targets, Threat } from "./Threat.ts"

/** The results of the rows, and the checks after them. */
export interface NodeResult {
  readonly outcomes: ReadonlyArray<Outcome>
  readonly after: Awaited<ReturnType<typeof checkAfterwards>>
}

const start = (version: NodeVersion, databaseUrl: string | undefined) =>
  spawn(join(nodeDirectory(version), "node"), programArguments("packages/lab/src/threats/serverProcess.ts"), {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, LEADLINE_DATABASE_URL: databaseUrl }
  })

/**
 * Runs rows against servers on a Node of the workspace. With the URL of a PostgreSQL
 * their stores and limits are there, else in memory. Rows may take `slack` times as long as they say.
 */
export const runOnNode = async (
  version: NodeVersion,
  threats: ReadonlyArray<Threat>,
  databaseUrl?: string,
  slack = 1
): Promise<NodeResult> => {
  const server = start(version, databaseUrl)
  for await (const line of createInterface({ input: server.stdout })) {
    if (!line.startsWith("{")) continue
    const said: { readonly version: string; readonly targets: Targets } = JSON.parse(line)
    if (!said.version.startsWith(`${version}.`)) {
      throw new Error(`Node ${version} was asked for, ${said.version} came`)
    }
    const outcomes = await runThreats(threats, said.targets, slack)
    const after = await checkAfterwards(said.targets)
    server.stdin.end()
    await once(server, "exit")
    return { outcomes, after }
  }
  throw new Error(`Node ${version} does not start`)
}
