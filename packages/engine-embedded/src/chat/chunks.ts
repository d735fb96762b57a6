// A chat answer as the chunks of both stream modes.
// Source: §2.10, §6; kinds and order are Assumed: seen (full) and Assumed: docs (concise).
import type { ChatChunk, Usage } from "@leadline/core/chat"
import { splitDeltas } from "../question-answering/outputText.ts"
import { estimateAtOnce } from "../text/estimateTokens.ts"
import { assistant, type ChatAnswer, noCost } from "./answer.ts"

const usageSoFar = ({ completion: { usage } }: ChatAnswer, completed: number): Usage => ({
  prompt_tokens: usage.prompt_tokens,
  completion_tokens: completed,
  total_tokens: usage.prompt_tokens + completed,
  ...(usage.search_context_size && { search_context_size: usage.search_context_size }),
  cost: noCost
})

/** The last chunk: the whole answer. */
const finalChunk = ({ completion }: ChatAnswer): ChatChunk => ({
  ...completion,
  object: "chat.completion.done"
})

/** A chunk of some kind, with one choice that has not ended. */
const chunkOf = (
  { completion: { created, id, model } }: ChatAnswer,
  object: string,
  choice: Pick<ChatChunk["choices"][number], "delta" | "message">
): ChatChunk => ({ id, model, created, object, choices: [{ index: 0, ...choice, finish_reason: null }] })

const textChunk = (answer: ChatAnswer, content: string): ChatChunk =>
  chunkOf(answer, "chat.completion.chunk", { delta: assistant(content) })

/** Chunks of mode `full`: citations in every chunk, search results and images in the first and the last. */
export const toFullChunks = (answer: ChatAnswer): ReadonlyArray<ChatChunk> => {
  const { citations, images, search_results } = answer.completion
  let completed = 0
  const chunks = splitDeltas(answer.text).map((part, at): ChatChunk => {
    completed += estimateAtOnce(part)
    return {
      ...textChunk(answer, part),
      ...(citations && { citations }),
      ...(at === 0 && search_results && { search_results }),
      ...(at === 0 && images && { images }),
      usage: usageSoFar(answer, Math.ceil(completed))
    }
  })
  return [...chunks, finalChunk(answer)]
}

/** Chunks of mode `concise`: reasoning, then text alone, then everything else. */
export const toConciseChunks = (answer: ChatAnswer): ReadonlyArray<ChatChunk> => {
  const { images, search_results } = answer.completion
  const steps = answer.reasoning === "steps" ? answer.steps : []
  const reasoning = steps.map((step) =>
    chunkOf(answer, "chat.reasoning", { delta: { ...assistant(""), reasoning_steps: [step] } })
  )
  const end: ChatChunk = {
    ...chunkOf(answer, "chat.reasoning.done", {
      delta: assistant(""),
      message: { ...assistant(""), ...(steps.length > 0 && { reasoning_steps: steps }) }
    }),
    ...(search_results && { search_results }),
    ...(images && { images }),
    usage: usageSoFar(answer, 0)
  }
  return [
    ...reasoning,
    ...(answer.reasoning === "none" ? [] : [end]),
    ...splitDeltas(answer.text).map((part) => textChunk(answer, part)),
    finalChunk(answer)
  ]
}
