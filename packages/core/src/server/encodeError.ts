// Encodes the failures of an endpoint, in the form that its clients read.
import * as Predicate from "effect/Predicate"
import { declaredErrors } from "../contract/declaredErrors.ts"
import type { Endpoint } from "../contract/endpoint.ts"
import type * as ApiError from "../errors/ApiError.ts"
import { errorObject } from "../errors/bodies.ts"
import { pathText } from "../errors/issueText.ts"
import { errorTypes } from "../errors/messages.ts"
import { type EncodedError, encoderOf } from "../errors/wireCodec.ts"
import { isOpenAiPath } from "./requestTarget.ts"
import * as ServerResponse from "./ServerResponse.ts"

/** The body of a refusal with an error object beside its `detail`, which clients of OpenAI show. */
const withErrorObject = (body: unknown, error: ApiError.ApiError): unknown => {
  if (error._tag !== "InvalidRequestError" || !Predicate.hasProperty(body, "detail")) return body
  const [first] = error.issues ?? []
  const isWhole = first === undefined || first.code === "json_invalid" || first.path.length === 0
  const param = error.param ?? (isWhole ? null : pathText(first.path))
  return { ...body, ...errorObject([error.message, error.type ?? errorTypes[400]], null, param) }
}

/** The body with a `param`, which OpenAI's clients read in every error. */
const withParam = (body: EncodedError["body"]): unknown =>
  body.error === undefined ? body : { ...body, error: { ...body.error, param: body.error.param ?? null } }

interface Refusing extends Pick<Endpoint, "access" | "errors" | "path"> {
  /** It is one that clients of OpenAI call. */
  readonly isOfOpenAi?: boolean
}

/** Makes what encodes a failure by the first codec of an endpoint that is for it. */
export const makeEncodeError = ({ access, errors, isOfOpenAi = false, path }: Refusing) => {
  const encoders = [...errors, ...declaredErrors[access]].flatMap((codec) => encoderOf(codec) ?? [])
  const forClients = (body: EncodedError["body"], error: ApiError.ApiError): unknown => {
    if (isOpenAiPath(path)) return withParam(body)
    return isOfOpenAi ? withErrorObject(body, error) : body
  }
  return (error: ApiError.ApiError): ServerResponse.ServerResponse | undefined => {
    for (const encode of encoders) {
      const encoded = encode(error)
      if (encoded === undefined) continue
      return ServerResponse.json(encoded.status, forClients(encoded.body, error), encoded.headers)
    }
    return undefined
  }
}
