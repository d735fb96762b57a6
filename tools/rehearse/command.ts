// Runs commands away from the user's own settings of registries and git, and keeps what they say.
import { delimiter, join } from "node:path"
import { root } from "../generated.ts"
import { begin, type Ended } from "../../packages/runtimes/src/processes/children.ts"

/** A command or a check failed: what is told to whoever rehearses. */
export class Failure extends Error {}

// A registry named in the environment would win over that of the copy, npm run --silent would silence every npm beneath,
// and GIT_DIR of a hook would name the real repository.
const isOurs = ([name]: [string, string | undefined]) =>
  !/^(GIT_|p?npm_config_(registry|loglevel|provenance|@.*|_.*|\/\/.*)$)/i.test(name)

/** Environment of everything that the rehearsal runs. */
export const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(isOurs)),
  PATH: join(root, "node_modules/.bin") + delimiter + process.env["PATH"],
  CI: "1",
  // The copy is not installed: pnpm would do so before it runs the formatter of changelogs.
  pnpm_config_verify_deps_before_run: "false",
  NO_COLOR: "1",
  FORCE_COLOR: undefined,
  DO_NOT_TRACK: "1",
  TURBO_TELEMETRY_DISABLED: "1"
})

/** Runs a command to its end, however that is. */
export const run = async (command: string, args: ReadonlyArray<string>, cwd: string): Promise<Ended> => {
  const { child, ended } = begin([command, ...args], { cwd, env: environment() })
  child.stdin.end()
  return ended.catch((error: Error) => {
    throw new Failure(error.message)
  })
}

/** Runs a command that must succeed: what it printed. */
export const must = async (command: string, args: ReadonlyArray<string>, cwd: string): Promise<string> => {
  const { code, complaints, printed } = await run(command, args, cwd)
  if (code === 0) return printed
  const said = `${printed}\n${complaints}`.trim().split("\n").slice(-20).join("\n")
  throw new Failure(`${command} ${args.join(" ")} exited with ${code ?? "a signal"}\n${said}`)
}
