// All wire cases of embeddings: failures before validation and of the engine, beside what is rejected and answered.
import {
  allFailures,
  codedError,
  failureCases,
  passedFailures,
  unauthorized,
  wrongMethod,
  wrongPath,
  type WireCase
} from "../WireCase.ts"
import { embeddingsRejections } from "./rejections.ts"
import {
  contextualized,
  contextualizedBody,
  contextualizedPath,
  embeddingsBody,
  embeddingsPath
} from "./requests.ts"
import { embeddingsSuccesses } from "./successes.ts"

/** Requests that fail before the body is validated, and wrong paths. */
const transportErrors: ReadonlyArray<WireCase> = [
  contextualized(
    "bad UTF-8 is a 400 with an error object",
    new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    400,
    codedError("The body is not valid UTF-8", "invalid_request_error", 400)
  ),
  contextualized(
    "33,554,433 bytes are 413",
    { chunked: 33_554_433 },
    413,
    codedError("The body is over 33554432 bytes.", "invalid_request_error", 413)
  ),
  unauthorized("contextualized embeddings: no key", { path: contextualizedPath }),
  ...[contextualizedPath, embeddingsPath].map((path) => wrongMethod("GET", path, "POST")),
  wrongPath("/embeddings")
]

/** Failures of the engine. */
const failures: ReadonlyArray<WireCase> = [
  ...failureCases(
    allFailures,
    (tag) => ({ path: contextualizedPath, body: contextualizedBody({ input: [[`fail:${tag}`]] }) }),
    { coded: true, what: "contextualized embeddings: an engine's" }
  ),
  ...failureCases(
    passedFailures,
    (tag) => ({ path: embeddingsPath, body: embeddingsBody({ input: `fail:${tag}` }) }),
    { coded: true, what: "embeddings: an engine's" }
  )
]

/** All wire cases of embeddings, plain and contextualized. */
export const embeddingsWire: ReadonlyArray<WireCase> = [
  ...embeddingsSuccesses,
  ...embeddingsRejections,
  ...transportErrors,
  ...failures
]
