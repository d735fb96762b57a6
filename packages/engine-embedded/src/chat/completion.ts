// A chat answer as one body, and as the events of both stream modes.
// Source: §2.10, §6; kinds and order are Assumed: seen (full) and Assumed: docs (concise).
import type { ChatChunk, ChatCompletion, Usage } from "@leadline/core/chat"
import { countTokens, deltas } from "../question-answering/outputText.ts"
import type { Answer } from "./answer.ts"

const said = (content: string) => ({ role: "assistant" as const, content })

const head = ({ created, id, model }: Answer) => ({ id, model, created })

/** What belongs to the answer beside its text. */
const beside = ({ images, related, sources }: Answer) => ({
  ...sources,
  ...(images === undefined ? {} : { images }),
  ...(related === undefined ? {} : { related_questions: related })
})

/** The whole answer. */
export const completion = (answer: Answer): ChatCompletion => ({
  ...head(answer),
  object: "chat.completion",
  choices: [{ index: 0, finish_reason: answer.cut.reason, message: said(answer.cut.text), delta: said("") }],
  ...beside(answer),
  usage: answer.usage
})

const soFar = ({ usage }: Answer, completed: number): Usage => ({
  prompt_tokens: usage.prompt_tokens,
  completion_tokens: completed,
  total_tokens: usage.prompt_tokens + completed,
  ...(usage.search_context_size === undefined ? {} : { search_context_size: usage.search_context_size }),
  cost: { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0 }
})

const last = (answer: Answer): ChatChunk => ({
  ...head(answer),
  object: "chat.completion.done",
  choices: [{ index: 0, delta: said(""), message: said(answer.cut.text), finish_reason: answer.cut.reason }],
  ...beside(answer),
  usage: answer.usage
})

const chunk = (answer: Answer, content: string): ChatChunk => ({
  ...head(answer),
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta: said(content), finish_reason: null }]
})

/** Usage so far never runs ahead of the whole. */
const counted = (answer: Answer, parts: ReadonlyArray<string>): ReadonlyArray<number> => {
  let sum = 0
  return parts.map((part) => {
    sum += countTokens(part)
    return Math.min(sum, answer.usage.completion_tokens)
  })
}

/** Text and metadata together: citations in every event, results and images in the first and the last. */
export const full = (answer: Answer): ReadonlyArray<ChatChunk> => {
  const parts = deltas(answer.cut.text)
  const counts = counted(answer, parts)
  const chunks = parts.map((part, at): ChatChunk => ({
    ...chunk(answer, part),
    ...(answer.sources === undefined ? {} : { citations: answer.sources.citations }),
    ...(at > 0 || answer.sources === undefined ? {} : { search_results: answer.sources.search_results }),
    ...(at > 0 || answer.images === undefined ? {} : { images: answer.images }),
    usage: soFar(answer, counts[at] ?? 0)
  }))
  return [...chunks, last(answer)]
}

/** Reasoning in events of its own, then bare text, then all the rest. */
export const concise = (answer: Answer): ReadonlyArray<ChatChunk> => {
  const { images, mode, sources, steps } = answer
  const shows = mode.reasoning === "steps"
  const reasoning = shows
    ? steps.map((step): ChatChunk => ({
        ...head(answer),
        object: "chat.reasoning",
        choices: [{ index: 0, delta: { ...said(""), reasoning_steps: [step] }, finish_reason: null }]
      }))
    : []
  const end: ChatChunk = {
    ...head(answer),
    object: "chat.reasoning.done",
    choices: [
      {
        index: 0,
        delta: said(""),
        message: { ...said(""), ...(shows ? { reasoning_steps: steps } : {}) },
        finish_reason: null
      }
    ],
    ...(sources === undefined ? {} : { search_results: sources.search_results }),
    ...(images === undefined ? {} : { images }),
    usage: soFar(answer, 0)
  }
  return [
    ...reasoning,
    ...(mode.reasoning === "none" ? [] : [end]),
    ...deltas(answer.cut.text).map((part) => chunk(answer, part)),
    last(answer)
  ]
}
