// The processes of a real model: a server, and the model itself without one.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { createInterface, type Interface } from "node:readline"
import { fileURLToPath } from "node:url"
import { killOnExit, newFolder } from "../../processes.ts"

const folder = fileURLToPath(new URL("../../../llama", import.meta.url))
const script = (name: string) => join(folder, "src", `${name}.mjs`)

const run = (command: string, args: ReadonlyArray<string>) => {
  const { error, status } = spawnSync(command, args, { cwd: folder, stdio: "inherit" })
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${error?.message ?? status}`)
}

/** Installs llama.cpp from the registry, if it is not there yet. Nothing is built, and no script of a package runs. */
export const install = (): void => {
  if (existsSync(join(folder, "node_modules/node-llama-cpp"))) return
  // Not `npm ci`: it refuses a lockfile that lacks the libraries of platforms on which it was not written.
  run("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"])
}

/** A line of a process at a time, in its order. */
const linesOf = (child: ChildProcessWithoutNullStreams): (() => Promise<string>) => {
  child.stderr.pipe(process.stderr)
  const reader: Interface = createInterface({ input: child.stdout })
  const lines = reader[Symbol.asyncIterator]()
  return async () => {
    const { done, value } = await lines.next()
    if (done === true) throw new Error("The process of the model ended.")
    return value
  }
}

/** The model itself: asked with an object, answers with JSON. */
export type Reference = (request: object) => Promise<unknown>

/** A running model. */
export interface RealModel {
  /** Of the server, without `/v1`. */
  readonly url: string
  /** The same weights in a process of their own. */
  readonly own: Reference
  /** The same weights, with llama.cpp's mean as their pooling. */
  readonly mean: Reference
  readonly close: () => void
}

/** Writes the model and starts its processes. */
export const startRealModel = async (): Promise<RealModel> => {
  const models = newFolder()
  run(process.execPath, [script("writeModels"), models])
  const children: Array<ChildProcessWithoutNullStreams> = []
  const start = (name: string, model: string) => {
    const child = killOnExit(spawn(process.execPath, [script(name), join(models, model)]))
    children.push(child)
    return { child, line: linesOf(child) }
  }
  const reference = (model: string): Reference => {
    const { child, line } = start("reference", model)
    return async (request) => {
      child.stdin.write(`${JSON.stringify(request)}\n`)
      return JSON.parse(await line())
    }
  }
  const server = start("server", "last.gguf")
  const port = await server.line()
  return {
    url: `http://127.0.0.1:${port}`,
    own: reference("last.gguf"),
    mean: reference("mean.gguf"),
    close: () => {
      for (const child of children) child.kill()
    }
  }
}
