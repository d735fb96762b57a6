// The embedded chat engine: composes answers from search results, offline and deterministic.
// Source: §2.10, §4.10, §6; kinds and order of chunks are Assumed: seen (full) and Assumed: docs (concise).
import * as ChatResource from "@leadline/core/chat"
import type { ChatChunk, Usage } from "@leadline/core/chat"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type AnswerServices, layerOver } from "../question-answering/services.ts"
import { estimateAtOnce, splitDeltas } from "../text/estimateTokens.ts"
import { answerChat, assistant, type ChatAnswer, noCost } from "./answer.ts"

const usageSoFar = ({ completion: { usage } }: ChatAnswer, completed: number): Usage => ({
  prompt_tokens: usage.prompt_tokens,
  completion_tokens: completed,
  total_tokens: usage.prompt_tokens + completed,
  ...(usage.search_context_size && { search_context_size: usage.search_context_size }),
  cost: noCost
})

/** A chunk of some kind, with one choice that has not ended. */
const chunkOf = (
  { completion: { created, id, model } }: ChatAnswer,
  object: string,
  choice: Pick<ChatChunk["choices"][number], "delta" | "message">
): ChatChunk => ({ id, model, created, object, choices: [{ index: 0, ...choice, finish_reason: null }] })

/**
 * The chunks of a mode, the last of them the whole answer. In mode `full` every chunk has citations, the first search results
 * and images; in mode `concise` they come with the end of the reasoning, and chunks of text have the text alone.
 */
const toChunks = (answer: ChatAnswer, mode: "full" | "concise"): ReadonlyArray<ChatChunk> => {
  const { completion, reasoning, steps, text } = answer
  const { citations, images, search_results } = completion
  const found = { ...(search_results && { search_results }), ...(images && { images }) }
  const texts = splitDeltas(text).map((delta) =>
    chunkOf(answer, "chat.completion.chunk", { delta: assistant(delta) })
  )
  const last: ChatChunk = { ...completion, object: "chat.completion.done" }
  if (mode === "full") {
    let completed = 0
    const chunks = texts.map((chunk, at) => {
      completed += estimateAtOnce(chunk.choices[0]?.delta.content ?? "")
      const usage = usageSoFar(answer, Math.ceil(completed))
      return { ...chunk, ...(citations && { citations }), ...(at === 0 && found), usage }
    })
    return [...chunks, last]
  }
  const shown = reasoning === "steps" ? steps : []
  const thoughts = shown.map((step) =>
    chunkOf(answer, "chat.reasoning", { delta: { ...assistant(""), reasoning_steps: [step] } })
  )
  const message = { ...assistant(""), ...(shown.length > 0 && { reasoning_steps: shown }) }
  const end = {
    ...chunkOf(answer, "chat.reasoning.done", { delta: assistant(""), message }),
    ...found,
    usage: usageSoFar(answer, 0)
  }
  return [...thoughts, ...(reasoning === "none" ? [] : [end]), ...texts, last]
}

/** The chat engine. `temperature`, `top_p` and penalties have no effect, because answers are not sampled. */
const makeEngine = (services: AnswerServices): ChatResource.Engine => ({
  create: (request) => Effect.map(answerChat(services, request), ({ completion }) => completion),
  stream: (request) =>
    Effect.map(answerChat(services, request), (answer) =>
      Stream.fromIterable(toChunks(answer, request.stream_mode ?? "full"))
    )
})

/** `Chat`, answered from search results. Building it fails with `EngineDataError` when the data file is unusable. */
export const layerChat = layerOver(ChatResource.Chat, (services) => ChatResource.make(makeEngine(services)))
