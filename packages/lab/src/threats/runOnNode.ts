// Runs the threats against servers in a child process, on any version of Node.
import { join } from "node:path"
import { programArguments } from "../program.ts"
import { start } from "../runningProgram.ts"
import { nodeDirectory, type NodeVersion } from "../runtimes/projects/versions.ts"
import { runThreats } from "./runThreats.ts"
import { queryServer } from "./StepConnection.ts"
import type { Threat } from "./Threat.ts"

/**
 * Runs rows against servers on a Node of the workspace: their outcomes, and the outgoing connections and the leaked log
 * lines of all, both of which must be 0. With the URL of a PostgreSQL their stores and limits are there, else in memory.
 * Rows may take `slack` times as long as they say.
 */
export const runOnNode = async (
  version: NodeVersion,
  threats: ReadonlyArray<Threat>,
  databaseUrl?: string,
  slack = 1
) => {
  const node = join(nodeDirectory(version), "node")
  const server = start([node, ...programArguments("packages/lab/src/threats/serverProcess.ts")], {
    env: { ...process.env, LEADLINE_DATABASE_URL: databaseUrl },
    onError: (text) => void process.stderr.write(text)
  })
  const [line] = await server.said(/^\{.*\}$/m)
  const targets = JSON.parse(line)
  const outcomes = await runThreats(threats, targets, slack)
  const after = {
    outgoing: await queryServer<number>(targets.plain, "outgoing"),
    leaks: await queryServer<number>(targets.plain, "leaks")
  }
  server.child.stdin?.end()
  await server.ended
  return { outcomes, after }
}
