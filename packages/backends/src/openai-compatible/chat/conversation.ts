// The messages of a chat request for a model server. Images are passed on; other files cannot be.
// Source: §4.10.
import { type ChatRequest, type Message, type Part, textOf } from "@leadline/core/chat"
import { addNotice } from "@leadline/core/internal"
import type { InvalidRequestError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import type { CompletionMessage } from "../completion/Completion.ts"

/** A conversation. */
export interface Conversation {
  readonly systemTexts: ReadonlyArray<string>
  readonly messages: ReadonlyArray<CompletionMessage>
  /** The last text of the user. */
  readonly question: string
}

const toPart = (part: Part, seesImages: boolean): ReadonlyArray<object> => {
  if (part.type === "text") return [part]
  if (part.type !== "image_url" || !seesImages) return []
  const { image_url: image } = part
  return [{ type: "image_url", image_url: typeof image === "string" ? { url: image } : image }]
}

const hasImage = ({ content }: Message): boolean =>
  Array.isArray(content) && content.some(({ type }: Part) => type === "image_url")

const toMessage = (message: Message, seesImages: boolean): ReadonlyArray<CompletionMessage> => {
  const { content, role, tool_call_id: id, tool_calls: calls } = message
  const hasCalls = calls !== undefined && calls !== null && calls.length > 0
  if (content === null && !hasCalls) return []
  const parts = seesImages && hasImage(message) && Array.isArray(content) ? content : undefined
  return [
    {
      role,
      content: parts?.flatMap((part: Part) => toPart(part, seesImages)) ?? textOf(message),
      ...(hasCalls && { tool_calls: calls }),
      ...(typeof id === "string" && { tool_call_id: id })
    }
  ]
}

const imageTypes = new Set(["image_url"])
const fileTypes = new Set(["file_url", "pdf_url", "video_url"])

/** Where the first part of some types is, as `messages[0].content[1]`. */
const placeOf = (messages: ReadonlyArray<Message>, types: ReadonlySet<string>): string | undefined =>
  messages
    .flatMap(({ content }, index) =>
      Array.isArray(content)
        ? content.flatMap(({ type }: Part, at) =>
            types.has(type) ? [`messages[${index}].content[${at}]`] : []
          )
        : []
    )
    .at(0)

/** Reads the conversation. Files are left out, with a notice; `mayHaveImages` decides on images, by the place of the first. */
export const readConversation = Effect.fnUntraced(function* (
  { messages }: ChatRequest,
  mayHaveImages: (place: string | undefined) => Effect.Effect<boolean, InvalidRequestError>
): Effect.fn.Return<Conversation, InvalidRequestError> {
  if (placeOf(messages, fileTypes) !== undefined) yield* addNotice("files-ignored")
  const seesImages = yield* mayHaveImages(placeOf(messages, imageTypes))
  const question = messages.findLast((message) => message.role === "user" && textOf(message).trim() !== "")
  return {
    systemTexts: messages.filter(({ role }) => role === "system").map(textOf),
    messages: messages
      .filter(({ role }) => role !== "system")
      .flatMap((message) => toMessage(message, seesImages)),
    question: question === undefined ? "" : textOf(question)
  }
})
