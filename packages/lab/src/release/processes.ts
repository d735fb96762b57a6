// Runs commands of the rehearsal in a folder, away from the user's own settings of registries and git.
import { delimiter, join } from "node:path"
import { root } from "../program.ts"
import * as commands from "../runningProgram.ts"

// A registry named in the environment would win over the one of a project, npm run --silent would silence every npm
// beneath, and GIT_DIR of a hook would name the real repository.
const isKept = ([name]: [string, string | undefined]) =>
  !/^(GIT_|p?npm_config_(registry|loglevel|provenance|@.*|_.*|\/\/.*)$)/i.test(name)

/** This process's environment without those settings, with the workspace's own tools first on `PATH`. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(isKept)),
  PATH: join(root, "node_modules/.bin") + delimiter + process.env["PATH"],
  CI: "1",
  // The copy of the project is not installed: pnpm would do so before it runs the formatter of changelogs.
  pnpm_config_verify_deps_before_run: "false",
  NO_COLOR: "1",
  FORCE_COLOR: undefined,
  DO_NOT_TRACK: "1",
  TURBO_TELEMETRY_DISABLED: "1"
})

/** Runs a command that must succeed: what it printed. */
export const must = async (command: string, args: ReadonlyArray<string>, cwd: string): Promise<string> =>
  (await commands.must([command, ...args], { cwd, env: environment() })).stdout
