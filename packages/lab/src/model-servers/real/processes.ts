// The processes of a real model: a server, and the model itself without one.
import { join } from "node:path"
import { forkChild, newFolder, order, received } from "../../processes.ts"
import { pooling, writeTinyModel } from "./tinyModel.ts"

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
  const start = (name: string, model: keyof typeof pooling) => {
    const path = join(models, `${model}.gguf`)
    writeTinyModel(path, pooling[model])
    return forkChild(`model-servers/real/${name}.mjs`, [path])
  }
  const children = [start("server", "last"), start("reference", "last"), start("reference", "mean")] as const
  const [server, last, mean] = children
  const { port } = await received<{ readonly port: number }>(server)
  const asking =
    (child: typeof last): Reference =>
    async (request) =>
      (await order<{ readonly answer: unknown }>(child, request)).answer
  return {
    url: `http://127.0.0.1:${port}`,
    own: asking(last),
    mean: asking(mean),
    close: () => {
      for (const child of children) child.end()
    }
  }
}
