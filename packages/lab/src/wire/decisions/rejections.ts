// Decision requests that are rejected, each limit one beyond its bound, and the message of each rejection; and what each
// failure of an engine is on the wire: its status, type and headers, never its own text.
import {
  allFailures,
  byServer,
  casesWith,
  error,
  failureCases,
  internal,
  refusalsWith,
  type WireCase
} from "../WireCase.ts"
import { asking, image, levels, noul, nouls, options, padded, png, wrapped } from "./requests.ts"

const made = casesWith("")
const refused = refusalsWith("", 400, (message = "") => error(message))
/** A question named a: the message goes on behind its path. */
const refusedQuestion = (question: object, message: string) =>
  refused(asking({ a: question }), `questions.a${message}`)
const refusedState = (state: unknown, message: string) => refused(asking({ a: noul }, state), message)

const dataUrl = "image_url.url: expected a base64 data URL of image/png, image/jpeg or image/webp"
const tooLarge = error("The body is over 33554432 bytes.")
const model = "decider-27b"

/** Requests that are rejected with 400 or 413. */
export const decisionsRejections: ReadonlyArray<WireCase> = [
  refused("", "The body is empty: expected JSON"),
  refused(`{"model":}`, "The body is not valid JSON, at byte 9"),
  refused("{} {}", "The body is not valid JSON, at byte 3"),
  refused("[]", "expected object"),
  refused(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), "The body is not valid UTF-8"),
  byServer(refused(wrapped(65), "The body is nested deeper than 64 levels")),
  refused({ state: "", questions: { a: noul } }, "model: field required"),
  byServer(
    refused(
      { model: "gpt", state: "", questions: { a: noul } },
      "model: expected one of decider-27b, decider-27b-v0"
    )
  ),
  refused({ model, questions: { a: noul } }, "state: field required"),
  refusedState(1, "state: expected a string, an object or an array"),
  refused({ model, state: "" }, "questions: field required"),
  refused(asking({}), "questions: expected 1 to 128 entries, got 0"),
  refused(asking(nouls(129)), "questions: expected 1 to 128 entries, got 129"),
  refused(asking({ "": noul }), "questions: expected question names that are not empty"),
  refused({ model, state: "", questions: { a: noul }, top_k: 1 }, "top_k: unknown field"),
  refusedQuestion({ ...noul, weight: 1 }, ".weight: unknown field"),
  refusedQuestion({ type: "rank" }, ": expected a question of type noul, choice or score"),
  refusedQuestion(
    { type: "noul", instructions: 1 },
    ".instructions: expected a string, an object, an array or null"
  ),
  refusedQuestion(
    { type: "noul", instructions: null, criteria: { true: null } },
    ": expected instructions or criteria"
  ),
  refusedQuestion({ type: "noul", criteria: { yes: "x" } }, ".criteria.yes: unknown field"),
  refusedQuestion({ type: "choice" }, ".criteria: field required"),
  ...[0, 256].map((count) =>
    refusedQuestion(
      { type: "choice", criteria: options(count) },
      `.criteria: expected 1 to 255 options, got ${count}`
    )
  ),
  ...[0, 11].map((count) =>
    refusedQuestion(
      { type: "score", criteria: levels(count) },
      `.criteria: expected 1 to 10 levels, got ${count}`
    )
  ),
  refusedQuestion(
    { type: "score", criteria: [null] },
    ".criteria[0]: expected a string, an object or an array"
  ),
  refused(asking({ a: noul }, [0]).replace("[0]", "[1e999]"), "state[0]: expected JSON value"),
  refusedState(image("https://example.test/a.png"), `state[0].${dataUrl}`),
  refusedState(["text", null, ...image(png.replace(";", ";a=b;"))], `state[2].${dataUrl}`),
  byServer(
    refusedState(image(png.replace("png", "webp")), "state[0].image_url.url: the bytes are not a WebP image")
  ),
  refusedState(Array(9).fill(image(png)[0]), "state: expected at most 8 images"),
  made(
    "too many tokens are 400 of the engine's kind, with both numbers",
    asking({ a: noul }, { tokens: 262_144 }),
    400,
    error("state and questions: expected fewer than 262144 input tokens, got 262144", "invalid_request"),
    { by: "fake" }
  ),
  made(
    "a content coding is 400",
    asking({ a: noul }),
    400,
    error("Content-Encoding is not supported: send the body as it is"),
    { headers: [["content-encoding", "gzip"]] }
  ),
  made("33,554,433 bytes are 413 when declared", padded(33_554_433), 413, tooLarge),
  made("33,554,433 bytes are 413 in chunks", { chunked: 33_554_433 }, 413, tooLarge)
]

/** Failures of the engine. */
export const decisionsFailures: ReadonlyArray<WireCase> = [
  ...failureCases(allFailures, (fail) => ({ body: asking({ a: noul }, { fail }) })),
  made(
    "a defect of the engine is 500, without its own text",
    asking({ a: noul }, { die: true }),
    500,
    error(...internal)
  )
]
