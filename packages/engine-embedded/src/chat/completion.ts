// A chat answer as one completion, and as the chunks of both stream modes.
// Source: §2.10, §6; kinds and order are Assumed: seen (full) and Assumed: docs (concise).
import type { ChatChunk, ChatCompletion, Usage } from "@leadline/core/chat"
import { countTokens, splitDeltas } from "../question-answering/outputText.ts"
import type { ChatAnswer } from "./answer.ts"

const assistantMessage = (content: string) => ({ role: "assistant" as const, content })

const head = ({ created, id, model }: ChatAnswer) => ({ id, model, created })

/** Sources, images and related questions of an answer. */
const metadata = ({ images, related, sources }: ChatAnswer) => ({
  ...sources,
  ...(images === undefined ? {} : { images }),
  ...(related === undefined ? {} : { related_questions: related })
})

/** The answer as one completion. */
export const toCompletion = (answer: ChatAnswer): ChatCompletion => ({
  ...head(answer),
  object: "chat.completion",
  choices: [
    {
      index: 0,
      finish_reason: answer.truncated.reason,
      message: assistantMessage(answer.truncated.text),
      delta: assistantMessage("")
    }
  ],
  ...metadata(answer),
  usage: answer.usage
})

const usageSoFar = ({ usage }: ChatAnswer, completed: number): Usage => ({
  prompt_tokens: usage.prompt_tokens,
  completion_tokens: completed,
  total_tokens: usage.prompt_tokens + completed,
  ...(usage.search_context_size === undefined ? {} : { search_context_size: usage.search_context_size }),
  cost: { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0 }
})

const finalChunk = (answer: ChatAnswer): ChatChunk => ({
  ...head(answer),
  object: "chat.completion.done",
  choices: [
    {
      index: 0,
      delta: assistantMessage(""),
      message: assistantMessage(answer.truncated.text),
      finish_reason: answer.truncated.reason
    }
  ],
  ...metadata(answer),
  usage: answer.usage
})

const textChunk = (answer: ChatAnswer, content: string): ChatChunk => ({
  ...head(answer),
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta: assistantMessage(content), finish_reason: null }]
})

/** Completion tokens after each part; never more than the total. */
const cumulativeTokens = (answer: ChatAnswer, parts: ReadonlyArray<string>): ReadonlyArray<number> => {
  let sum = 0
  return parts.map((part) => {
    sum += countTokens(part)
    return Math.min(sum, answer.usage.completion_tokens)
  })
}

/** Chunks of mode `full`: citations in every chunk, search results and images in the first and the last. */
export const toFullChunks = (answer: ChatAnswer): ReadonlyArray<ChatChunk> => {
  const parts = splitDeltas(answer.truncated.text)
  const counts = cumulativeTokens(answer, parts)
  const chunks = parts.map((part, at): ChatChunk => ({
    ...textChunk(answer, part),
    ...(answer.sources === undefined ? {} : { citations: answer.sources.citations }),
    ...(at > 0 || answer.sources === undefined ? {} : { search_results: answer.sources.search_results }),
    ...(at > 0 || answer.images === undefined ? {} : { images: answer.images }),
    usage: usageSoFar(answer, counts[at] ?? 0)
  }))
  return [...chunks, finalChunk(answer)]
}

/** Chunks of mode `concise`: reasoning, then text alone, then everything else. */
export const toConciseChunks = (answer: ChatAnswer): ReadonlyArray<ChatChunk> => {
  const { images, mode, sources, steps } = answer
  const shows = mode.reasoning === "steps"
  const reasoning = shows
    ? steps.map((step): ChatChunk => ({
        ...head(answer),
        object: "chat.reasoning",
        choices: [
          { index: 0, delta: { ...assistantMessage(""), reasoning_steps: [step] }, finish_reason: null }
        ]
      }))
    : []
  const end: ChatChunk = {
    ...head(answer),
    object: "chat.reasoning.done",
    choices: [
      {
        index: 0,
        delta: assistantMessage(""),
        message: { ...assistantMessage(""), ...(shows ? { reasoning_steps: steps } : {}) },
        finish_reason: null
      }
    ],
    ...(sources === undefined ? {} : { search_results: sources.search_results }),
    ...(images === undefined ? {} : { images }),
    usage: usageSoFar(answer, 0)
  }
  return [
    ...reasoning,
    ...(mode.reasoning === "none" ? [] : [end]),
    ...splitDeltas(answer.truncated.text).map((part) => textChunk(answer, part)),
    finalChunk(answer)
  ]
}
