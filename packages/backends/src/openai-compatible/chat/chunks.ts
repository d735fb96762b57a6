// A chat answer as it arises: the chunks of both stream modes, and the whole.
// Source: §2.10, §6; kinds and order are Assumed: seen (full) and Assumed: docs (concise).
import type { ChatChunk, ChatCompletion, ReasoningStep, SearchResult } from "@leadline/core/chat"
import { makeCitationFilter } from "../answering/citations.ts"
import { addUsage, type Completion, type Piece, type TokenUsage } from "../completion/Completion.ts"
import { type Prepared, usageOf } from "./prepare.ts"

const said = (content: string) => ({ role: "assistant" as const, content })

const toSearchResult = ({ date, last_updated, snippet, title, url }: SearchResult): SearchResult => ({
  title,
  url,
  ...(typeof date === "string" && { date }),
  ...(typeof last_updated === "string" && { last_updated }),
  snippet: snippet ?? "",
  source: "web"
})

/** The end of an answer, beside its text. */
interface Ending {
  readonly completion: Completion
  /** Tokens of all further calls. */
  readonly further: TokenUsage
  readonly related: ReadonlyArray<string>
}

/** Makes the chunks of one answer, in the order of its calls: begin, thoughts and texts, end. */
export const makeChunks = (prepared: Prepared) => {
  const { behavior, head, request, searched, structured } = prepared
  const isConcise = request.stream_mode === "concise"
  const hasSearched = searched.queries.length > 0
  const results = searched.results.map(toSearchResult)
  const citations = { citations: results.map(({ url }) => url) }
  const filter = makeCitationFilter(() => results.length)
  // A list of numbers in JSON is no citation, and without a search nothing is.
  const isCited = hasSearched && structured === undefined
  const usage = () => usageOf(prepared, searched.usage, false)
  const steps: Array<ReasoningStep> = []
  let thought = ""
  let text = ""
  let hasText = false

  const stepChunk = (step: ReasoningStep & { readonly web_search?: object }): ReadonlyArray<ChatChunk> => {
    steps.push(step)
    if (!isConcise || behavior.reasoning !== "steps") return []
    const choice = { index: 0, delta: { ...said(""), reasoning_steps: [step] }, finish_reason: null }
    return [{ ...head, object: "chat.reasoning", choices: [choice] }]
  }
  const endOfReasoning = (): ReadonlyArray<ChatChunk> => {
    const last = thought.trim() === "" ? [] : stepChunk({ thought: thought.trim() })
    if (!isConcise || behavior.reasoning === "none") return []
    const message = { ...said(""), ...(behavior.reasoning === "steps" && { reasoning_steps: steps }) }
    return [
      ...last,
      {
        ...head,
        object: "chat.reasoning.done",
        choices: [{ index: 0, delta: said(""), message, finish_reason: null }],
        ...(hasSearched && { search_results: results }),
        usage: usage()
      }
    ]
  }
  const textChunks = (content: string): ReadonlyArray<ChatChunk> => {
    if (content === "") return []
    text += content
    const before = hasText ? [] : endOfReasoning()
    const isFirst = !hasText
    hasText = true
    const chunk: ChatChunk = {
      ...head,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta: said(content), finish_reason: null }]
    }
    if (isConcise) return [...before, chunk]
    return [
      {
        ...chunk,
        ...(hasSearched && citations),
        ...(hasSearched && isFirst && { search_results: results }),
        usage: usage()
      }
    ]
  }
  const ending = ({ completion, further, related }: Ending) => ({
    ...(hasSearched && { ...citations, search_results: results }),
    ...(related.length > 0 && { related_questions: related }),
    usage: usageOf(prepared, addUsage(addUsage(searched.usage, completion.usage), further), true)
  })
  return {
    begin: (): ReadonlyArray<ChatChunk> =>
      hasSearched
        ? stepChunk({
            thought: `Searched the web: ${results.length} pages found.`,
            type: "web_search",
            web_search: { search_keywords: searched.queries, search_results: results }
          })
        : [],
    add: ({ text: more, type }: Exclude<Piece, { readonly type: "end" }>): ReadonlyArray<ChatChunk> => {
      if (type === "text") return textChunks(isCited ? filter.add(more) : more)
      thought += more
      return []
    },
    /** The text that was held back. */
    finishText: (): ReadonlyArray<ChatChunk> => textChunks(filter.flush()),
    /** The text so far. */
    text: () => text,
    end: (whole: Ending): ChatChunk => ({
      ...head,
      object: "chat.completion.done",
      choices: [{ index: 0, delta: said(""), message: said(text), finish_reason: whole.completion.finish }],
      ...ending(whole)
    }),
    whole: (of: Ending): ChatCompletion => ({
      ...head,
      object: "chat.completion",
      choices: [{ index: 0, finish_reason: of.completion.finish, message: said(text), delta: said("") }],
      ...ending(of)
    })
  }
}
