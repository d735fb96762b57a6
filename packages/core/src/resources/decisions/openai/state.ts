// The state of decisions for an input of the dialect.
// Assumed: ours: one message is its parts, several are JSON in their order, images are elements of their own.
import type * as Schema from "effect/Schema"
import { isJsonObject } from "../../../schema/Json.ts"
import type { Content } from "../../../schema/Content.ts"
import type { ImagePart, InputItem, InputPart } from "./input.ts"

type Part =
  | InputPart
  | { readonly type: "output_text"; readonly text: string }
  | { readonly type: "refusal"; readonly refusal: string }

const imageOf = ({ detail, image_url: url }: ImagePart): Schema.Json => ({
  type: "image_url",
  image_url: { url, ...(typeof detail === "string" && detail !== "original" && { detail }) }
})

/** JSON that looks like an image is content: only a direct element of a state would be one. */
const dataOf = (data: Schema.Json): Schema.Json =>
  isJsonObject(data) && data["type"] === "image_url" ? [data] : data

const elementOf = (part: Exclude<Part, ImagePart>): Schema.Json => {
  switch (part.type) {
    case "input_json":
      return dataOf(part.data)
    case "refusal":
      return part.refusal
    default:
      return part.text
  }
}

/** A single element is not wrapped in a list. */
const single = (elements: ReadonlyArray<Schema.Json>): Schema.Json =>
  elements.length === 1 ? (elements[0] ?? null) : [...elements]

/** The runs of content between images, each wrapped, and the images between them. */
const elementsAround = (
  content: string | ReadonlyArray<Part>,
  wrap: (content: Schema.Json) => Schema.Json
): ReadonlyArray<Schema.Json> => {
  if (typeof content === "string") return [wrap(content)]
  const elements: Array<Schema.Json> = []
  let run: Array<Schema.Json> = []
  const endRun = () => {
    if (run.length > 0) elements.push(wrap(single(run)))
    run = []
  }
  for (const part of content) {
    if (part.type === "input_image") {
      endRun()
      elements.push(imageOf(part))
    } else run.push(elementOf(part))
  }
  endRun()
  return elements
}

const elementsOf = (item: InputItem): ReadonlyArray<Schema.Json> => {
  if ("content" in item) {
    const { content, role } = item
    return elementsAround(content, (inner) => ({ role, content: inner }))
  }
  const { call_id, type } = item
  if ("output" in item) return elementsAround(item.output, (output) => ({ type, call_id, output }))
  const namespace = typeof item.namespace === "string" ? { namespace: item.namespace } : {}
  const given = "arguments" in item ? { arguments: item.arguments } : { input: item.input }
  return [{ type, call_id, name: item.name, ...namespace, ...given }]
}

/** The state: text as it is, the parts of a single user message, or all items. A single part is not wrapped in a list. */
export const stateOf = (input: string | ReadonlyArray<InputItem>): Content => {
  if (typeof input === "string") return input
  const [only, ...others] = input
  if (only === undefined || others.length > 0 || !("role" in only) || only.role !== "user")
    return input.flatMap(elementsOf)
  if (typeof only.content === "string") return only.content
  const [part, ...more] = only.content
  if (part !== undefined && more.length === 0 && part.type !== "input_image") {
    const element = elementOf(part)
    // A list would be one of elements, and might hold what looks like an image.
    if (typeof element === "string" || isJsonObject(element)) return element
  }
  return only.content.map((each) => (each.type === "input_image" ? imageOf(each) : elementOf(each)))
}
