// The skills service over HTTP.
// Source: §2.6, §4.4, §4.5; all beyond these two is Assumed: docs.
import type { RequestBody } from "../../client/buildRequest.ts"
import { clientLayer, type Send, discardResponse } from "../../client/clientLayer.ts"
import * as multipart from "../../protocol/multipart.ts"
import { randomText } from "../../protocol/randomText.ts"
import { skills } from "./resource.ts"

/** A form whose one part is the file. */
const multipartBody = (file: Uint8Array = new Uint8Array()): RequestBody => {
  const boundary = randomText()
  return { type: multipart.contentType(boundary), content: multipart.encode(file, boundary) }
}

const sendFile: Send = (executor, call, operation, file: Uint8Array) =>
  executor.executeJson(call, operation, file, multipartBody)

/** The service over HTTP; requests and responses are checked. A walk over pages makes one call per page, each with its own deadline. */
export const layerClient = clientLayer(skills, {
  send: { create: sendFile, update: sendFile, delete: discardResponse }
})
