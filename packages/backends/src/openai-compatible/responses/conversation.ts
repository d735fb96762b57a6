// The input of a responses request as messages for a model server.
// Source: §4.7.
import type { InvalidRequestError } from "@leadline/core/errors"
import type { InputItem, InputPart, ResponsesRequest } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import type { CompletionMessage } from "../completion/Completion.ts"

/** A conversation. */
export interface Conversation {
  readonly systemTexts: ReadonlyArray<string>
  readonly messages: ReadonlyArray<CompletionMessage>
  /** The last text of the user. */
  readonly question: string
  /** The ids of its function calls. */
  readonly callIds: ReadonlyArray<string>
}

type Message = Extract<InputItem, { readonly content: unknown }>
type Content = Message["content"]

const isMessage = (item: InputItem): item is Message => "content" in item && "role" in item

const partsOf = (content: Content): ReadonlyArray<InputPart> =>
  typeof content === "string"
    ? [{ type: "input_text", text: content }]
    : ((content ?? []) as ReadonlyArray<InputPart>)

const textOf = (content: Content): string =>
  partsOf(content)
    .flatMap((part) => (part.type === "input_image" ? [] : [part.text]))
    .join("\n")

const hasImage = (content: Content): boolean => partsOf(content).some(({ type }) => type === "input_image")

const contentOf = (content: Content, seesImages: boolean): string | ReadonlyArray<object> =>
  !seesImages || !hasImage(content)
    ? textOf(content)
    : partsOf(content).map((part) =>
        part.type === "input_image"
          ? { type: "image_url", image_url: { url: part.image_url } }
          : { type: "text", text: part.text }
      )

const isSystem = (item: InputItem): boolean =>
  isMessage(item) && (item.role === "system" || item.role === "developer")

/** A function call in the form of the wire. */
export const wireCall = (id: string, name: string, text: string) => ({
  id,
  type: "function",
  function: { name, arguments: text }
})

/** Calls that follow each other are of one message. */
const addItem = (
  messages: Array<CompletionMessage>,
  item: InputItem,
  callIds: Array<string>,
  seesImages: boolean
): void => {
  if (item.type === "function_call" && "call_id" in item) {
    callIds.push(item.call_id)
    const call = wireCall(item.call_id, item.name, item.arguments)
    const before = messages.at(-1)
    if (before?.tool_calls === undefined)
      messages.push({ role: "assistant", content: "", tool_calls: [call] })
    else messages[messages.length - 1] = { ...before, tool_calls: [...before.tool_calls, call] }
  } else if (item.type === "function_call_output" && "call_id" in item)
    messages.push({ role: "tool", tool_call_id: item.call_id, content: item.output })
  else if (isMessage(item)) {
    const content = contentOf(item.content, seesImages)
    if (content !== "") messages.push({ role: item.role === "user" ? "user" : "assistant", content })
  }
}

/** Where the first image is, as `input[0].content[1]`. */
const imageOf = (items: ReadonlyArray<InputItem>): string | undefined =>
  items
    .flatMap((item, index) => {
      const at = isMessage(item) ? partsOf(item.content).findIndex(({ type }) => type === "input_image") : -1
      return at < 0 ? [] : [`input[${index}].content[${at}]`]
    })
    .at(0)

/**
 * Reads the input. Results of earlier searches are for the caller, and not sent again. `mayHaveImages` decides on images, by
 * the place of the first.
 */
export const readConversation = Effect.fnUntraced(function* (
  { input }: Pick<ResponsesRequest, "input">,
  mayHaveImages: (place: string | undefined) => Effect.Effect<boolean, InvalidRequestError>
): Effect.fn.Return<Conversation, InvalidRequestError> {
  const items: ReadonlyArray<InputItem> =
    typeof input === "string" ? [{ role: "user", content: input }] : input
  const spoken = items.filter(isMessage)
  const seesImages = yield* mayHaveImages(imageOf(items))
  const messages: Array<CompletionMessage> = []
  const callIds: Array<string> = []
  for (const item of items) if (!isSystem(item)) addItem(messages, item, callIds, seesImages)
  const asked = spoken.findLast(({ content, role }) => role === "user" && textOf(content).trim() !== "")
  return {
    systemTexts: items.filter(isSystem).flatMap((item) => (isMessage(item) ? [textOf(item.content)] : [])),
    messages,
    question: asked === undefined ? "" : textOf(asked.content),
    callIds
  }
})
