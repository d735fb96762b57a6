// Runs one command with the workspace's own tools first on PATH, and passes signals on to it.
import { spawn } from "node:child_process"
import { delimiter, join, resolve } from "node:path"

export const root = resolve(import.meta.dirname, "..")

const env = {
  ...process.env,
  PATH: join(root, "node_modules/.bin") + delimiter + process.env.PATH,
  // Modules of the workspace are compiled once, for all processes and runs.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules/.cache/compiled"),
  DO_NOT_TRACK: "1",
  TURBO_TELEMETRY_DISABLED: "1"
}

/**
 * Exit code of the command: never 0 if we were told to stop meanwhile, 127 if it could not be started. Its output is
 * ours, or goes to `onOutput` as text. It is ended when `signal` is aborted.
 */
export const run = (command, args, { onOutput, signal, ...options } = {}) =>
  new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: onOutput === undefined ? "inherit" : ["ignore", "pipe", "pipe"],
      ...options,
      env: { ...env, ...options.env }
    })
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", onOutput)
    let stopped = false
    const stop = (name) => {
      stopped = true
      child.kill(name)
    }
    const abort = () => stop("SIGTERM")
    process.on("SIGINT", stop).on("SIGTERM", stop)
    signal?.addEventListener("abort", abort)
    const end = (code) => {
      process.off("SIGINT", stop).off("SIGTERM", stop)
      signal?.removeEventListener("abort", abort)
      done(stopped ? code || 1 : code)
    }
    child.on("error", (error) => {
      const text = `${command}: ${error.message}`
      if (onOutput === undefined) console.error(text)
      else onOutput(`${text}\n`)
      end(127)
    })
    // With output of ours to read, the end of the output; a grandchild may hold a terminal for longer.
    child.on(onOutput === undefined ? "exit" : "close", (code) => end(code ?? 1))
  })
