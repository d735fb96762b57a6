// Takes the content out of the parts in which the AI SDK sends it.
// Assumed: clients, @ai-sdk/typesafe-ai 3.0.0 as it sends them, and as its later source unwraps them.
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as ApiError from "../../../errors/ApiError.ts"
import { toBase64 } from "../../../protocol/base64.ts"
import type { Content } from "../../../schema/Content.ts"

interface TextPart {
  readonly type: "text"
  readonly text: string
}

interface JsonPart {
  readonly type: "json"
  readonly value: unknown
}

interface FilePart {
  readonly type: "file"
  readonly [field: string]: unknown
}

type Part = TextPart | JsonPart | FilePart

const isPart = (value: unknown): value is Part =>
  Predicate.isObject(value) &&
  ((value["type"] === "text" && typeof value["text"] === "string") ||
    (value["type"] === "json" && "value" in value) ||
    (value["type"] === "file" && "mediaType" in value))

const textOf = (part: TextPart | JsonPart): string =>
  part.type === "text" ? part.text : typeof part.value === "string" ? part.value : JSON.stringify(part.value)

const isText = (part: Part): part is TextPart | JsonPart => part.type !== "file"

/** The bytes of a buffer as JSON has it: `{"type":"Buffer","data":[...]}`, or an object of numbers by place. */
const base64Of = (data: object): string | undefined => {
  const list: unknown = "data" in data ? data.data : Object.values(data)
  if (!Array.isArray(list) || !list.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256))
    return undefined
  return toBase64(Uint8Array.from(list))
}

/** The data URL of a file; undefined for one that is no image or not here. */
const dataUrlOf = ({ data, mediaType }: FilePart): string | undefined => {
  const content = Predicate.isObject(data) && data["type"] === "data" ? data["data"] : data
  if (typeof mediaType !== "string" || !/^image\/(?:png|jpeg|webp)$/i.test(mediaType)) return undefined
  if (typeof content === "string" && content.startsWith("data:")) return content
  const base64 =
    typeof content === "string" ? content : Predicate.isObject(content) ? base64Of(content) : undefined
  return base64 === undefined ? undefined : `data:${mediaType};base64,${base64}`
}

const refused = (index: number) => {
  const issue = {
    path: ["state", index],
    message: "Expected files to be images with their bytes, as PNG, JPEG or WebP",
    code: "value_error"
  }
  return new ApiError.InvalidRequestError({
    message: ApiError.issueText(issue),
    issues: [issue],
    phase: "request"
  })
}

/** The elements of a state with files: texts, and images as decisions take them. */
const elementsOf = (
  parts: ReadonlyArray<Part>
): Result.Result<ReadonlyArray<Schema.Json>, ApiError.InvalidRequestError> => {
  const elements: Array<Schema.Json> = []
  for (const [index, part] of parts.entries()) {
    const url = isText(part) ? undefined : dataUrlOf(part)
    if (isText(part)) elements.push(textOf(part))
    else if (url === undefined) return Result.fail(refused(index))
    else elements.push({ type: "image_url", image_url: { url } })
  }
  return Result.succeed(elements)
}

/**
 * The content of a state: one JSON part is its value, texts are joined by a line break, files are images. A state of any
 * other form is the content itself.
 */
export const unwrapped = (state: Content): Result.Result<Content, ApiError.InvalidRequestError> => {
  const parts: ReadonlyArray<unknown> = Array.isArray(state) ? state : []
  if (parts.length === 0 || !parts.every(isPart)) return Result.succeed(state)
  const [first] = parts
  if (parts.length === 1 && first?.type === "json") {
    const { value } = first
    return Result.succeed(typeof value === "object" && value !== null ? (value as Content) : textOf(first))
  }
  return parts.every(isText) ? Result.succeed(parts.map(textOf).join("\n")) : elementsOf(parts)
}
