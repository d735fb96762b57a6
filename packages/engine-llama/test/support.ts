// The tiny model of the laboratory in a file, and its numbers read in another way than the engine's.
import { pooling, writeTinyModel } from "@leadline/lab"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { getLlama, LlamaLogLevel, type Token } from "node-llama-cpp"

const folder = mkdtempSync(join(tmpdir(), "leadline-llama-"))
// Files of tests share a process, and this module.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))

/** A file in the folder of the test. */
export const fileAt = (name: string): string => join(folder, name)

/** The model without pooling, so that it is for text, or with one, so that it is for vectors as well. */
export const writeModel = (kind: keyof typeof pooling): string => {
  const path = fileAt(`${kind}.gguf`)
  writeTinyModel(path, pooling[kind])
  return path
}

/** A signal of work that goes on. */
export const never = { aborted: false }

/** One thread, because the machine is busy. */
export const options = (model: string) => ({ model, threads: 1 })

/** Tokens that the engine evaluates together. */
const batch = 64

/** Probabilities of the whole vocabulary after some tokens: from scratch, in batches as the engine's, by llama.cpp's own softmax. */
export const openReference = async (path: string) => {
  const { disabled } = LlamaLogLevel
  const llama = await getLlama({ build: "never", gpu: false, skipDownload: true, logLevel: disabled })
  const model = await llama.loadModel({ modelPath: path })
  const context = await model.createContext({ contextSize: 4096, sequences: 1, threads: 1, batchSize: 4096 })
  const sequence = context.getSequence()
  return {
    model,
    read: async (prompt: ReadonlyArray<number>, size = batch): Promise<ReadonlyMap<number, number>> => {
      await sequence.clearHistory()
      const tokens = prompt as ReadonlyArray<Token>
      const last = Math.floor((tokens.length - 1) / size) * size
      for (let at = 0; at < last; at += size)
        await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, at + size))
      const how = { temperature: 1, topK: 0, topP: 1 }
      const generator = sequence.evaluateWithMetadata(tokens.slice(last), { probabilities: true }, how)
      const { value } = await generator.next()
      await generator.return()
      if (value === undefined) throw new Error("No token came")
      return value.probabilities
    },
    close: () => llama.dispose()
  }
}
