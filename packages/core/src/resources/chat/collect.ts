// Collects the events of a stream into the response they would have been.
// Source: §6; how parts join is Assumed: ours.
import { type ChatChunk, type ChunkChoice, lastKind } from "./schema.ts"

interface Choice {
  readonly fields: object
  readonly text: string
  readonly steps: ReadonlyArray<unknown>
  readonly message: object | null | undefined
}

const none: Choice = { fields: {}, text: "", steps: [], message: undefined }

/** Null fields add nothing. */
const present = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

const join = (
  { fields, message, steps, text }: Choice,
  { delta, message: given, ...rest }: typeof ChunkChoice.Type,
  isLast: boolean
): Choice => ({
  fields: { ...fields, ...present(rest) },
  text: text + (delta.content ?? ""),
  steps: [...steps, ...(delta.reasoning_steps ?? [])],
  // Before the last event some servers repeat the text so far in it.
  message: (isLast ? given : undefined) ?? message
})

/** A collector of one stream. Its result is unchecked. */
export const collector = () => {
  const choices = new Map<number, Choice>()
  let response: object = {}
  return {
    add: ({ choices: given, object, ...rest }: ChatChunk): void => {
      response = { ...response, ...present(rest) }
      for (const choice of given) {
        const before = choices.get(choice.index) ?? none
        choices.set(choice.index, join(before, choice, object === lastKind))
      }
    },
    result: () => ({
      ...response,
      object: "chat.completion",
      choices: Array.from(choices.values(), ({ fields, message, steps, text }) => ({
        ...fields,
        message: message ?? {
          role: "assistant",
          content: text,
          ...(steps.length > 0 && { reasoning_steps: steps })
        }
      }))
    })
  }
}
