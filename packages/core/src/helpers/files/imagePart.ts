// Images as the content parts of decisions, chat and responses.
// Source: §2.1, §4.7, §4.10.
import * as Base64 from "effect/encoding/Base64"
import * as Effect from "effect/Effect"
import * as ApiError from "../../errors/ApiError.ts"
import { bodyBytes } from "../../contract/limits.ts"
import { checkImage, imageLimits } from "../../resources/decisions/image.ts"
import { runToEnd } from "../../scheduling/resumable.ts"
import { readUpload, type FileSource } from "../../validation/readUpload.ts"

/** The content part of an image by the resource that takes it. */
export interface ImageParts {
  /** An element of a `state` array. */
  readonly decisions: { readonly type: "image_url"; readonly image_url: { readonly url: string } }
  /** A part of the `content` of a message. */
  readonly chat: { readonly type: "image_url"; readonly image_url: { readonly url: string } }
  /** A part of the `content` of an input message. */
  readonly responses: { readonly type: "input_image"; readonly image_url: string }
}

/** An address as a `URL` of the runtime. */
export interface UrlLike {
  readonly href: string
}

/** Where an image comes from: a file, or for chat and responses an http or https address, which the service may fetch. */
export type ImageSource<R extends keyof ImageParts> = FileSource | (R extends "decisions" ? never : UrlLike)

const starts: ReadonlyArray<readonly [type: string, at: number, text: string]> = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/webp", 8, "WEBP"],
  ["image/gif", 0, "GIF8"]
]

const hasText = (bytes: Uint8Array, at: number, text: string): boolean =>
  Array.from(text).every((character, index) => bytes[at + index] === character.charCodeAt(0))

/** The media type of an image by its first bytes: PNG, JPEG, WebP or GIF. Undefined for anything else. */
export const imageType = (bytes: Uint8Array): string | undefined =>
  starts.find(([, at, text]) => hasText(bytes, at, text))?.[0]

/** Bytes of which base64 fits into a request with a little text. */
const maxBytes = Math.floor(((bodyBytes - 1024) / 4) * 3)

const refused = (message: string) => new ApiError.InvalidRequestError({ message, phase: "request" })

const addressOf = Effect.fnUntraced(function* (resource: keyof ImageParts, source: FileSource | UrlLike) {
  if ("href" in source) return source.href
  const bytes = yield* readUpload(source, maxBytes)
  if (bytes.length > maxBytes) {
    return yield* new ApiError.PayloadTooLargeError({
      message: `The image is over ${maxBytes} bytes.`,
      phase: "request"
    })
  }
  const type = imageType(bytes)
  if (type === undefined || (type === "image/gif" && resource === "decisions")) {
    return yield* refused(
      `image: expected a ${resource === "decisions" ? "PNG, JPEG or WebP" : "PNG, JPEG, WebP or GIF"}`
    )
  }
  return `data:${type};base64,${Base64.encode(bytes)}`
})

/** {@link imagePart} as an effect. */
export const imagePartEffect = <R extends keyof ImageParts>(
  resource: R,
  source: ImageSource<R>
): Effect.Effect<ImageParts[R], ApiError.InvalidRequestError | ApiError.PayloadTooLargeError> =>
  Effect.flatMap(addressOf(resource, source), (url) => {
    const issue = resource === "decisions" ? runToEnd(checkImage(url, imageLimits)) : undefined
    if (issue !== undefined) return Effect.fail(refused(`image: ${issue}`))
    const part =
      resource === "responses"
        ? { type: "input_image", image_url: url }
        : { type: "image_url", image_url: { url } }
    return Effect.succeed(part as ImageParts[R])
  })

/**
 * The content part of an image: `imagePart("chat", blob)`. The media type is that of the bytes, whatever a `Blob` says.
 * Rejects with an InvalidRequestError for what is no PNG, JPEG, WebP or (but for decisions) GIF, and with a
 * PayloadTooLargeError for what fits in no request. For decisions an image of too many pixels is an InvalidRequestError, too.
 */
export const imagePart = <R extends keyof ImageParts>(
  resource: R,
  source: ImageSource<R>
): Promise<ImageParts[R]> => Effect.runPromise(imagePartEffect(resource, source))
