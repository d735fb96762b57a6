// The processes of a real model: a server, and the model itself without one.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface, type Interface } from "node:readline"
import { killOnExit, newFolder } from "../../processes.ts"
import { pooling, writeTinyModel } from "./tinyModel.ts"

const script = (name: string) => join(import.meta.dirname, `${name}.mjs`)

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
  writeTinyModel(join(models, "last.gguf"), pooling.last)
  writeTinyModel(join(models, "mean.gguf"), pooling.mean)
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
