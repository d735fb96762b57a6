// Checks the number of images in a decisions state and how their URLs begin: what a client refuses before it sends them.
// Source: §2.1.
import * as Schema from "effect/Schema"
import type { Content } from "../../schema/Content.ts"
import * as limits from "./limits.ts"

/** The issue of too many images. */
export const tooManyImages = `Expected at most ${limits.images} images`

/** The issue of a URL that is no base64 data URL of an image. */
export const notDataUrl = "expected a base64 data URL of image/png, image/jpeg or image/webp"

const dataUrl = /^data:image\/(png|jpeg|webp);base64,/i

type Part = { readonly type?: unknown; readonly image_url?: { readonly url?: unknown } | null } | null

/** Leaves what the images hold, and parts without a URL, to the service. */
export const imageForm = Schema.makeFilter((state: Content) => {
  if (!Array.isArray(state)) return undefined
  let seen = 0
  for (const [index, part] of (state as ReadonlyArray<Part>).entries()) {
    if (part?.type !== "image_url") continue
    if (++seen > limits.images) return tooManyImages
    const url = part.image_url?.url
    if (typeof url === "string" && !dataUrl.test(url))
      return { path: [index, "image_url", "url"], issue: notDataUrl }
  }
  return undefined
})
