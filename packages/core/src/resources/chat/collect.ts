// The events of a stream put together to the answer they would have been.
// Source: §6; how parts join is Assumed: ours.
import { lastKind } from "./operation.ts"
import type { ChatChunk, ChunkChoice } from "./schema.ts"

interface Choice {
  readonly fields: object
  readonly text: string
  readonly steps: ReadonlyArray<unknown>
  readonly message: object | null | undefined
}

const none: Choice = { fields: {}, text: "", steps: [], message: undefined }

/** What is null says nothing: it takes nothing back. */
const said = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

const joined = (
  { fields, message, steps, text }: Choice,
  { delta, message: given, ...rest }: typeof ChunkChoice.Type,
  isLast: boolean
): Choice => ({
  fields: { ...fields, ...said(rest) },
  text: text + (delta.content ?? ""),
  steps: [...steps, ...(delta.reasoning_steps ?? [])],
  // On the way some servers repeat in it what came so far.
  message: (isLast ? given : undefined) ?? message
})

/** Takes the events of one stream; the answer is for whoever checks it. */
export const collector = () => {
  const choices = new Map<number, Choice>()
  let answer: object = {}
  return {
    add: ({ choices: given, object, ...rest }: ChatChunk): void => {
      answer = { ...answer, ...said(rest) }
      for (const choice of given) {
        const before = choices.get(choice.index) ?? none
        choices.set(choice.index, joined(before, choice, object === lastKind))
      }
    },
    answer: () => ({
      ...answer,
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
