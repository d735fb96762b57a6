// How an endpoint says that it may answer with events instead of JSON.
// Source: §4.7, §4.10.
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"

/** The success of a stream. Not StreamSse, which sends the text of any cause to the caller. */
export const eventStream = HttpApiSchema.StreamUint8Array({ contentType: "text/event-stream" })
