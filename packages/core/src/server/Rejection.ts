// An answer given instead of going on: it ends the pipeline from any step.
import * as Data from "effect/Data"
import { errorObject, outageMessages } from "../errors/bodies.ts"
import { errorTypes } from "../errors/messages.ts"
import * as ServerResponse from "./ServerResponse.ts"

/** Ends the pipeline with an answer that is the same on every route. Failures that routes encode are `ApiError`s. */
export class Rejection extends Data.TaggedError("Rejection")<{
  readonly respond: () => ServerResponse.ServerResponse
}> {}

const reject = (respond: () => ServerResponse.ServerResponse) => new Rejection({ respond })

/** 404 with an empty body: no such path. */
export const noSuchPath = reject(() => ServerResponse.empty(404))

/** 405 with an empty body: the path has other methods. */
export const wrongMethod = (allow: string) => reject(() => ServerResponse.empty(405, { allow }))

/** 408: the body did not arrive in time. In no document, as any request to any server may get it. */
export const slowBody = reject(() =>
  ServerResponse.json(408, errorObject(["The request body did not arrive in time.", errorTypes[400]]), {
    connection: "close"
  })
)

const unavailableBody = JSON.stringify(errorObject(outageMessages.unavailable))

/** 503: the process is overloaded or stops. A retry may reach another server, or a better moment. */
export const unavailable = reject(() => ServerResponse.jsonText(503, unavailableBody, { "retry-after": "1" }))
