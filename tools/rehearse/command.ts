// Runs commands away from the user's own settings of registries and git, keeps what they say, and ends them all,
// with whatever they started, when the rehearsal is stopped.
import { type ChildProcess, spawn } from "node:child_process"
import { delimiter, join } from "node:path"
import { root } from "../generated.ts"

/** What a command said, and how it ended. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly errors: string
}

/** A command or a check failed: what is told to whoever rehearses. */
export class Failure extends Error {}

const running = new Set<ChildProcess>()

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

/** Ties a child that leads its own process group to the rehearsal's end. */
export const track = (child: ChildProcess): void => {
  running.add(child)
  child.on("close", () => running.delete(child))
}

/** Ends everything that runs. */
export const stopAll = (signal: NodeJS.Signals): void => {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid, signal)
    } catch {
      // It has ended by itself.
    }
  }
}

/** Runs a command to its end. */
export const run = (command: string, args: ReadonlyArray<string>, cwd: string): Promise<Ended> =>
  new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd,
      env: environment(),
      detached: true,
      stdio: ["ignore", "pipe", "pipe"]
    })
    track(child)
    let out = ""
    let errors = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text))
    child.on("error", (error) => fail(new Failure(`${command}: ${error.message}`)))
    child.on("close", (code) => done({ code: code ?? 1, out, errors }))
  })

/** Runs a command that must succeed: what it said. */
export const must = async (command: string, args: ReadonlyArray<string>, cwd: string): Promise<string> => {
  const { code, errors, out } = await run(command, args, cwd)
  if (code === 0) return out
  const said = `${out}\n${errors}`.trim().split("\n").slice(-20).join("\n")
  throw new Failure(`${command} ${args.join(" ")} exited with ${code}\n${said}`)
}
