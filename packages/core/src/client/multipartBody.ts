// Encodes a file as a multipart form with one part.
// Source: §2.6.
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as multipart from "../protocol/multipart.ts"
import type { RequestBody } from "./buildRequest.ts"

/** A form whose one part is the file. */
export const multipartBody = (file: Uint8Array = new Uint8Array()): RequestBody => {
  const boundary = Array.from(SecureRandom.randomBytesUnsafe(16), (byte) => byte.toString(36)).join("")
  return { type: multipart.contentType(boundary), content: multipart.encode(file, boundary) }
}
