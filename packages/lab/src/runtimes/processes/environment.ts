// The environment of commands that must see neither the user's settings of registries and git nor another Node.
import { delimiter, join } from "node:path"

/** The folder of the workspace. */
export const root = join(import.meta.dirname, "../../../../..")

// A registry named in the environment would win over the one of a project, npm run --silent would silence every npm
// beneath, and GIT_DIR of a hook would name the real repository.
const isKept = ([name]: [string, string | undefined]) =>
  !/^(GIT_|p?npm_config_(registry|loglevel|provenance|@.*|_.*|\/\/.*)$)/i.test(name)

/** This process's environment without those settings, with the workspace's own tools first on `PATH`. */
export const environment = (): NodeJS.ProcessEnv => ({
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
