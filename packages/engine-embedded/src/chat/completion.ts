// A chat answer as one completion, and as the chunks of both stream modes.
// Source: §2.10, §6; kinds and order are Assumed: seen (full) and Assumed: docs (concise).
import type { ChatChunk, ChatCompletion, Usage } from "@leadline/core/chat"
import { countTokens, splitDeltas } from "../question-answering/outputText.ts"
import { type ChatAnswer, noCost } from "./answer.ts"

const assistantMessage = (content: string) => ({ role: "assistant" as const, content })

/** Sources, images, related questions and usage of an answer. */
const metadata = ({ images, related, sources, usage }: ChatAnswer) => ({
  ...sources,
  ...(images && { images }),
  ...(related && { related_questions: related }),
  usage
})

/** The answer as a whole: one completion, or the last chunk of a stream. */
const wholeOf = (answer: ChatAnswer) => ({
  ...answer.head,
  choices: [
    {
      index: 0,
      finish_reason: answer.truncated.reason,
      message: assistantMessage(answer.truncated.text),
      delta: assistantMessage("")
    }
  ],
  ...metadata(answer)
})

/** The answer as one completion. */
export const toCompletion = (answer: ChatAnswer): ChatCompletion => ({
  ...wholeOf(answer),
  object: "chat.completion"
})

const usageSoFar = ({ usage }: ChatAnswer, completed: number): Usage => ({
  prompt_tokens: usage.prompt_tokens,
  completion_tokens: completed,
  total_tokens: usage.prompt_tokens + completed,
  ...(usage.search_context_size && { search_context_size: usage.search_context_size }),
  cost: noCost
})

const finalChunk = (answer: ChatAnswer): ChatChunk => ({
  ...wholeOf(answer),
  object: "chat.completion.done"
})

const textChunk = ({ head }: ChatAnswer, content: string): ChatChunk => ({
  ...head,
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta: assistantMessage(content), finish_reason: null }]
})

/** Chunks of mode `full`: citations in every chunk, search results and images in the first and the last. */
export const toFullChunks = (answer: ChatAnswer): ReadonlyArray<ChatChunk> => {
  const { images, sources, truncated, usage } = answer
  let completed = 0
  const chunks = splitDeltas(truncated.text).map((part, at): ChatChunk => {
    completed = Math.min(completed + countTokens(part), usage.completion_tokens)
    return {
      ...textChunk(answer, part),
      ...(at === 0 ? sources : sources && { citations: sources.citations }),
      ...(at === 0 && images && { images }),
      usage: usageSoFar(answer, completed)
    }
  })
  return [...chunks, finalChunk(answer)]
}

/** Chunks of mode `concise`: reasoning, then text alone, then everything else. */
export const toConciseChunks = (answer: ChatAnswer): ReadonlyArray<ChatChunk> => {
  const { head, images, reasoning, sources, truncated } = answer
  const steps = reasoning === "steps" ? answer.steps : []
  const each = steps.map((step): ChatChunk => ({
    ...head,
    object: "chat.reasoning",
    choices: [{ index: 0, delta: { ...assistantMessage(""), reasoning_steps: [step] }, finish_reason: null }]
  }))
  const end: ChatChunk = {
    ...head,
    object: "chat.reasoning.done",
    choices: [
      {
        index: 0,
        delta: assistantMessage(""),
        message: { ...assistantMessage(""), ...(steps.length > 0 && { reasoning_steps: steps }) },
        finish_reason: null
      }
    ],
    ...(sources && { search_results: sources.search_results }),
    ...(images && { images }),
    usage: usageSoFar(answer, 0)
  }
  return [
    ...each,
    ...(reasoning === "none" ? [] : [end]),
    ...splitDeltas(truncated.text).map((part) => textChunk(answer, part)),
    finalChunk(answer)
  ]
}
