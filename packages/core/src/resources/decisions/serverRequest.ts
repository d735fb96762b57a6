// What the server alone checks of a decisions request: what its images hold.
// Source: §2.1.
import * as Schema from "effect/Schema"
import { InvalidRequestError } from "../../errors/ApiError.ts"
import { makeChecker } from "../../validation/validate.ts"
import { Content } from "../../schema/Content.ts"
import { type Resumable, resumableFilter } from "../../scheduling/resumable.ts"
import { checkImage, imageLimits } from "./image.ts"
import { tooManyImages } from "./imageForm.ts"
import * as limits from "./limits.ts"
import { DecisionsRequest } from "./schema.ts"

const imagePart = makeChecker(
  Schema.Struct({
    type: Schema.Literal("image_url"),
    image_url: Schema.Struct({
      url: Schema.String,
      detail: Schema.optionalKey(Schema.Literals(["auto", "low", "high"]))
    })
  }),
  "closed"
)

const images = resumableFilter(function* (state: Content): Resumable<Schema.FilterOutput> {
  if (!Array.isArray(state)) return undefined
  let seen = 0
  for (const [index, part] of state.entries()) {
    if (part === null || typeof part !== "object" || Array.isArray(part) || part.type !== "image_url")
      continue
    seen++
    if (seen > limits.images) return tooManyImages
    const image = imagePart(part)
    if (image instanceof InvalidRequestError)
      return { path: [index], issue: "Expected an image part: image_url with a url" }
    const issue = yield* checkImage(image.image_url.url, imageLimits)
    if (issue !== undefined) return { path: [index, "image_url", "url"], issue }
  }
  return undefined
})

// Assumed: seen.
/**
 * The content that all questions refer to. An array may hold images as `{ type: "image_url", image_url: { url } }`,
 * with a base64 data URL of a PNG, JPEG or WebP. An empty string, object or array is allowed.
 */
export const ServedState = Content.check(images)

/** {@link DecisionsRequest} with its images checked. */
export const ServedDecisionsRequest = Schema.Struct({ ...DecisionsRequest.fields, state: ServedState })
