// What an answer cites, as OpenAI's chat completions say it.
// Assumed: clients.
import type { Response } from "../resources/responses/schema.ts"
import type { OpenAiCompletion } from "./chatSchema.ts"

type Annotations = NonNullable<OpenAiCompletion["choices"][number]["message"]["annotations"]>

/** The citations of a text, if it has any. */
export interface Citations {
  readonly annotations?: Annotations
}

/** The pages of a chat, or of the end of its stream. */
interface Pages {
  readonly citations?: ReadonlyArray<string> | null | undefined
  readonly search_results?: ReadonlyArray<{ readonly title: string }> | null | undefined
}

const citation = (start_index: number, end_index: number, url: string, title: string) => ({
  type: "url_citation" as const,
  url_citation: { start_index, end_index, title, url }
})

const someOf = (annotations: Annotations): Citations => (annotations.length === 0 ? {} : { annotations })

/** Annotations of one text: a model may say `[1]` again and again. */
const most = 1_000

/** What the text of a chat cites by `[n]`, the first 1,000 times. */
export const citedByChat = (text: string, { citations, search_results }: Pages): Citations => {
  const annotations: Array<Annotations[number]> = []
  for (const { 0: mark, 1: number, index } of text.matchAll(/\[(\d{1,4})\]/g)) {
    const at = Number(number) - 1
    const url = citations?.[at]
    if (url === undefined) continue
    const title = search_results?.[at]?.title ?? ""
    if (annotations.push(citation(index, index + mark.length, url, title)) === most) break
  }
  return someOf(annotations)
}

/** What the texts of a response cite, which are one text here that ends after `length` characters. */
export const citedByResponse = ({ output }: Response, length: number): Citations => {
  const texts = output.flatMap((item) => (item.type === "message" ? (item.content ?? []) : []))
  let before = 0
  const all = texts.flatMap(({ annotations, text }) => {
    const from = before
    before += text.length
    return (annotations ?? []).map(({ end_index, start_index, title, url }) =>
      citation(from + (start_index ?? 0), from + (end_index ?? 0), url ?? "", title ?? "")
    )
  })
  return someOf(all.filter(({ url_citation }) => url_citation.end_index <= length))
}
