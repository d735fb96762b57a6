// Runs commands of the rehearsal in a folder, away from the user's own settings of registries and git.
import * as commands from "../runningProgram.ts"
import { environment } from "../runtimes/processes/environment.ts"

export { Failure } from "../runningProgram.ts"

/** Runs a command to its end, whatever its exit code. */
export const run = (command: string, args: ReadonlyArray<string>, cwd: string): Promise<commands.Ended> =>
  commands.run([command, ...args], { cwd, env: environment() })

/** Runs a command that must succeed: what it printed. Rejects with a Failure when it does not. */
export const must = async (command: string, args: ReadonlyArray<string>, cwd: string): Promise<string> =>
  (await commands.must([command, ...args], { cwd, env: environment() })).stdout
