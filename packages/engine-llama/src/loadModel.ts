// Loads a model from a file: its libraries, its weights, its contexts.
import type { LocalModel, LocalModelSettings } from "@leadline/backends"
import type { Llama, LlamaContext, LlamaModel, Token } from "node-llama-cpp"
import { availableParallelism } from "node:os"
import { basename } from "node:path"
import { checkGguf } from "./checkGguf.ts"
import { makeChatPrompt } from "./chatPrompt.ts"
import { generate } from "./generate.ts"
import { LlamaError } from "./LlamaError.ts"
import { Sequence, throwIfAborted } from "./Sequence.ts"

type Library = typeof import("node-llama-cpp")

/** Which model is loaded, and what it may take. */
export interface LlamaOptions {
  /** The path of a GGUF file. */
  readonly model: string
  /** Tokens of a prompt with its answer. Default: 8192, or what the model was trained for, if that is less. */
  readonly contextTokens?: number | undefined
  /** What computes beside the processor; it needs the library of that name. Default `off`. */
  readonly gpu?: LocalModelSettings["gpu"] | undefined
  /** Threads of the processor. Default: all cores but one, which is for the program. */
  readonly threads?: number | undefined
}

/** A loaded model, until it is closed. */
export interface LoadedModel extends LocalModel {
  readonly close: () => Promise<void>
}

/** Tokens of the context, where no number is given. */
const defaultContext = 8_192

/** Tokens of a prompt that llama.cpp may compute together. */
const batchTokens = 512

const failure = (message: string) => new LlamaError({ message })

/** The first line of what a library says, without the path of the file. */
const reasonOf = (error: unknown, path: string): string =>
  (error instanceof Error ? error.message : String(error))
    .split("\n", 1)
    .join("")
    .replaceAll(path, "the file")

const loadLibrary = async (): Promise<Library> => {
  try {
    return await import("node-llama-cpp")
  } catch {
    throw failure("The package node-llama-cpp is not installed: it must be beside @leadline/engine-llama.")
  }
}

const libraryNames = { cuda: "cuda", metal: "metal", off: false, vulkan: "vulkan" } as const

const loadLlama = async ({ getLlama, LlamaLogLevel }: Library, gpu: keyof typeof libraryNames) => {
  try {
    return await getLlama({
      // Nothing is downloaded or compiled, now or later.
      build: "never",
      skipDownload: true,
      gpu: libraryNames[gpu],
      progressLogs: false,
      logLevel: LlamaLogLevel.disabled
    })
  } catch {
    throw failure(
      `There is no library of llama.cpp for ${process.platform} on ${process.arch} with gpu: ${gpu}: install its package of @node-llama-cpp.`
    )
  }
}

const requireGguf = async (path: string): Promise<void> => {
  const problem = await checkGguf(path).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown"
    throw failure(`The model cannot be read: ${path} (${code}).`)
  })
  if (problem !== undefined) throw failure(`The model cannot be loaded: ${path}: ${problem}.`)
}

const loadWeights = async (llama: Llama, path: string): Promise<LlamaModel> => {
  try {
    return await llama.loadModel({ modelPath: path })
  } catch (error) {
    throw failure(`The model cannot be loaded: ${path} is damaged, or too large: ${reasonOf(error, path)}`)
  }
}

/** Refuses architectures whose state cannot go back to the end of a shared prompt, before their weights are loaded. */
const requireAttention = async ({ GgufInsights, readGgufFileInfo }: Library, llama: Llama, path: string) => {
  const info = await readGgufFileInfo(path, { sourceType: "filesystem", logWarnings: false }).catch(
    (error: unknown) => {
      throw failure(
        `The model cannot be loaded: the header of ${path} cannot be read: ${reasonOf(error, path)}`
      )
    }
  )
  const { isHybrid, isRecurrent } = await GgufInsights.from(info, llama)
  if (!isHybrid && !isRecurrent) return
  const kind = isHybrid ? "hybrid" : "recurrent"
  throw failure(
    `The model cannot be used: ${path} is of the ${kind} architecture ${info.metadata.general.architecture}, which cannot share a prompt.`
  )
}

/** How a file pools the vectors of its tokens into one; 0 or undefined: it is not for embeddings. */
const poolingOf = ({ architecture, fileInfo }: LlamaModel): number => {
  const metadata: unknown = Reflect.get(fileInfo.metadata, architecture)
  const pooling: unknown =
    typeof metadata === "object" && metadata !== null ? Reflect.get(metadata, "pooling_type") : 0
  return typeof pooling === "number" ? pooling : 0
}

/** Pooling of a file that ranks documents, and gives no vectors. */
const ranking = 4

const createContexts = async (model: LlamaModel, path: string, contextTokens: number, threads: number) => {
  const pooling = poolingOf(model)
  try {
    const context = model.fileInsights.hasDecoder
      ? await model.createContext({
          contextSize: contextTokens,
          sequences: 1,
          batchSize: batchTokens,
          threads,
          // A window that slides would lose what the next prompt may begin with.
          swaFullCache: true
        })
      : undefined
    const embedding =
      pooling > 0 && pooling !== ranking
        ? await model.createEmbeddingContext({
            // One more than a text may have.
            contextSize: contextTokens + 1,
            batchSize: contextTokens + 1,
            threads
          })
        : undefined
    return { context, embedding }
  } catch (error) {
    throw failure(
      `The model cannot be used: a context of ${contextTokens} tokens cannot be made for ${path}: ${reasonOf(error, path)}`
    )
  }
}

/** Bytes of the weights and of all contexts, as llama.cpp reserves them. */
const memoryOf = async (
  model: LlamaModel,
  context: LlamaContext | undefined,
  embeddingTokens: number | undefined
): Promise<number> => {
  const { ram, vram } = model.memoryUsage
  const own = context?.memoryUsage ?? { ram: 0, vram: 0 }
  const { cpuRam, gpuVram } =
    embeddingTokens === undefined
      ? { cpuRam: 0, gpuVram: 0 }
      : await model.fileInsights.estimateContextResourceRequirementsV2({
          contextSize: embeddingTokens,
          batchSize: embeddingTokens,
          isEmbeddingContext: true,
          modelGpuLayers: model.gpuLayers,
          sequences: 1
        })
  return ram + vram + own.ram + own.vram + cpuRam + gpuVram
}

/**
 * Loads a model. Nothing is downloaded or compiled. Rejects with a {@link LlamaError} for a file that is no model, for an
 * architecture that cannot be used, and where libraries or memory are missing.
 */
export const loadModel = async (options: LlamaOptions): Promise<LoadedModel> => {
  const { gpu = "off", model: path, threads = Math.max(1, availableParallelism() - 1) } = options
  const library = await loadLibrary()
  await requireGguf(path)
  const llama = await loadLlama(library, gpu)
  try {
    await requireAttention(library, llama, path)
    const model = await loadWeights(llama, path)
    const contextTokens = Math.min(options.contextTokens ?? defaultContext, model.trainContextSize)
    const { context, embedding } = await createContexts(model, path, contextTokens, threads)
    const sequence = context && new Sequence(context.getSequence())
    const { bos, eos, shouldAppendEosToken, shouldPrependBosToken } = model.tokens
    const generative = () => {
      if (sequence === undefined) throw new Error("The model writes no text")
      return sequence
    }
    return {
      name: model.fileInfo.metadata.general?.name ?? basename(path, ".gguf"),
      architecture: model.architecture,
      contextTokens,
      memory: await memoryOf(model, context, embedding === undefined ? undefined : contextTokens),
      isGenerative: sequence !== undefined,
      vectorSize: embedding === undefined ? undefined : model.embeddingVectorSize,
      pieces: Array.from(model.iterateAllTokens(), (token) =>
        model.isSpecialToken(token) ? "" : model.detokenize([token], true)
      ),
      tokenize: (text) => [
        ...(shouldPrependBosToken && bos !== null ? [bos] : []),
        ...model.tokenize(text),
        ...(shouldAppendEosToken && eos !== null ? [eos] : [])
      ],
      prompt: makeChatPrompt(library, model),
      logprobs: async (prompt, tokens, signal) =>
        generative().logprobs(prompt as ReadonlyArray<Token>, tokens as ReadonlyArray<Token>, signal),
      generate: (prompt, how, signal) =>
        generate(
          { library, llama, model, sequence: generative() },
          prompt as ReadonlyArray<Token>,
          how,
          signal
        ),
      embed: async (text, signal) => {
        throwIfAborted(signal)
        if (embedding === undefined) throw new Error("The model gives no vectors")
        return (await embedding.getEmbeddingFor(text)).vector
      },
      close: () => llama.dispose()
    }
  } catch (error) {
    await llama.dispose()
    throw error
  }
}
