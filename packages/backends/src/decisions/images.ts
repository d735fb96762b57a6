// The images of a state, as a decision server takes them.
// Source: §2.1.
import type { InvalidRequestError } from "@leadline/core/errors"
import type * as Schema from "effect/Schema"
import { refused } from "../http/mapStatus.ts"
import type { ImageSupport } from "./DecisionServer.ts"

/** A state without the images that go beside it. */
export interface SplitState {
  readonly state: Schema.Json
  readonly images: ReadonlyArray<string>
}

/** An image part of a state: its address is a base64 data URL, as the request was checked. */
export interface ImagePart {
  readonly type: "image_url"
  readonly image_url: { readonly url: string; readonly detail?: string }
}

/** Is this element of a state an image? */
export const isImage = (part: unknown): part is ImagePart =>
  typeof part === "object" && part !== null && "type" in part && part.type === "image_url"

/** As in `image/png`. */
const formatOf = (url: string): string => url.slice("data:image/".length, url.indexOf(";")).toLowerCase()

const problem = (
  images: ReadonlyArray<readonly [index: number, part: ImagePart]>,
  support: ImageSupport | undefined
): string | undefined => {
  const [first] = images
  if (first === undefined) return undefined
  if (support === undefined || support.max === 0)
    return `state[${first[0]}]: expected no image, because the model service takes none`
  if (images.length > support.max)
    return `state: expected at most ${support.max} images for the model service, got ${images.length}`
  const other = images.find(([, part]) => !support.formats.includes(formatOf(part.image_url.url)))
  return other === undefined
    ? undefined
    : `state[${other[0]}]: expected an image of ${support.formats.join(" or ")} for the model service, got ${formatOf(other[1].image_url.url)}`
}

/** The state and its images; an error for images that the server does not take: they are never left out. */
export const splitImages = (
  state: Schema.Json,
  support: ImageSupport | undefined
): SplitState | InvalidRequestError => {
  if (!Array.isArray(state)) return { state, images: [] }
  const parts: ReadonlyArray<Schema.Json> = state
  const images = parts.flatMap((part, index) => (isImage(part) ? [[index, part] as const] : []))
  const issue = problem(images, support)
  if (issue !== undefined) return refused(issue, "state")
  if (images.length === 0 || support?.as === "inPlace") return { state, images: [] }
  const urls = images.map(([, { image_url }]) => image_url.url)
  return {
    state: parts.filter((part) => !isImage(part)),
    images: support?.as === "base64" ? urls.map((url) => url.slice(url.indexOf(",") + 1)) : urls
  }
}
