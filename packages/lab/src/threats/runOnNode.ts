// Runs the threats against servers in a child process, on any version of Node.
import { join } from "node:path"
import { programArguments } from "../program.ts"
import { start } from "../runningProgram.ts"
import { nodeDirectory, type NodeVersion } from "../runtimes/projects/versions.ts"
import { checkAfterwards, runThreats } from "./runThreats.ts"
import type { Outcome, Targets, Threat } from "./Threat.ts"

/** The results of the rows, and the checks after them. */
export interface NodeResult {
  readonly outcomes: ReadonlyArray<Outcome>
  readonly after: Awaited<ReturnType<typeof checkAfterwards>>
}

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
  const node = join(nodeDirectory(version), "node")
  const server = start([node, ...programArguments("packages/lab/src/threats/serverProcess.ts")], {
    env: { ...process.env, LEADLINE_DATABASE_URL: databaseUrl },
    onError: (text) => void process.stderr.write(text)
  })
  const [line] = await server.said(/^\{.*\}$/m)
  const said: { readonly version: string; readonly targets: Targets } = JSON.parse(line)
  if (!said.version.startsWith(`${version}.`)) {
    throw new Error(`Node ${version} was asked for, ${said.version} came`)
  }
  const outcomes = await runThreats(threats, said.targets, slack)
  const after = await checkAfterwards(said.targets)
  server.child.stdin?.end()
  await server.ended
  return { outcomes, after }
}
