// Runs one command with the workspace's own tools first on PATH, and passes signals on to it.
import { spawn } from "node:child_process"
import { delimiter, join, resolve } from "node:path"

export const root = resolve(import.meta.dirname, "..")

const env = {
  ...process.env,
  PATH: join(root, "node_modules/.bin") + delimiter + process.env.PATH,
  DO_NOT_TRACK: "1",
  TURBO_TELEMETRY_DISABLED: "1"
}

/** Exit code of the command: never 0 if this process was signalled meanwhile, 127 if the command could not be started. */
export const run = (command, args, options = {}) =>
  new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: "inherit",
      ...options,
      env: { ...env, ...options.env }
    })
    let stopped = false
    const stop = (signal) => {
      stopped = true
      child.kill(signal)
    }
    process.on("SIGINT", stop).on("SIGTERM", stop)
    const end = (code) => {
      process.off("SIGINT", stop).off("SIGTERM", stop)
      done(stopped ? code || 1 : code)
    }
    child.on("error", (error) => {
      console.error(`${command}: ${error.message}`)
      end(127)
    })
    child.on("exit", (code) => end(code ?? 1))
  })
