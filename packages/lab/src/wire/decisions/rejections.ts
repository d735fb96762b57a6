// Decision requests that are rejected, each limit one beyond its bound, and the message of each rejection; and what each
// failure of an engine is on the wire: its status, type and headers, never its own text.
import {
  allFailures,
  byServer,
  casesWith,
  error,
  failureCases,
  identified,
  internal,
  type WireCase
} from "../WireCase.ts"
import { asking, image, levels, noul, nouls, options, padded, png, wrapped } from "./requests.ts"

const made = casesWith("")
const refused = (name: string, body: string | Uint8Array, message: string) =>
  made(name, body, 400, error(message))
/** A question named a: the message goes on behind its path. */
const refusedQuestion = (name: string, question: object, message: string) =>
  refused(name, asking({ a: question }), `questions.a${message}`)
const refusedState = (name: string, state: unknown, message: string) =>
  refused(name, asking({ a: noul }, state), message)

const dataUrl = "image_url.url: expected a base64 data URL of image/png, image/jpeg or image/webp"
const many = (count: number, what: string) => `expected 1 to ${count} ${what}`
const tooLarge = error("The body is over 33554432 bytes.")

/** Requests that are rejected with 400 or 413. */
export const decisionsRejections: ReadonlyArray<WireCase> = [
  refused("an empty body is 400", "", "The body is empty: expected JSON"),
  refused(
    "a body that is no JSON is 400, with the place",
    `{"model":}`,
    "The body is not valid JSON, at byte 9"
  ),
  refused("a body of two values is 400", "{} {}", "The body is not valid JSON, at byte 3"),
  refused("a body that is no object is 400", "[]", "expected object"),
  refused("bad UTF-8 is 400", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), "The body is not valid UTF-8"),
  byServer(refused("a nesting of 65 is 400", wrapped(65), "The body is nested deeper than 64 levels")),
  refused(
    "a missing model is 400",
    `{"state":"","questions":{"a":{"type":"noul","instructions":"x"}}}`,
    "model: field required"
  ),
  byServer(
    refused(
      "an unknown model is 400",
      asking({ a: noul }).replace("decider-27b", "gpt"),
      "model: expected one of decider-27b, decider-27b-v0"
    )
  ),
  refused(
    "a missing state is 400",
    `{"model":"decider-27b","questions":{"a":{"type":"noul","instructions":"x"}}}`,
    "state: field required"
  ),
  ...[
    ["null", null],
    ["number", 1],
    ["boolean", true]
  ].map(([kind, state]) =>
    refusedState(`a state that is ${kind} is 400`, state, "state: expected a string, an object or an array")
  ),
  refused("missing questions are 400", `{"model":"decider-27b","state":""}`, "questions: field required"),
  refused("0 questions are 400", asking({}), `questions: ${many(128, "entries")}, got 0`),
  refused("129 questions are 400", asking(nouls(129)), `questions: ${many(128, "entries")}, got 129`),
  refused(
    "an empty question name is 400",
    asking({ "": noul }),
    "questions: expected question names that are not empty"
  ),
  refused("an unknown field is 400", asking({ a: noul }).replace("{", `{"top_k":1,`), "top_k: unknown field"),
  refusedQuestion("an unknown field of a question is 400", { ...noul, weight: 1 }, ".weight: unknown field"),
  refusedQuestion(
    "an unknown kind of question is 400",
    { type: "rank" },
    ": expected a question of type noul, choice or score"
  ),
  refusedQuestion(
    "instructions of a wrong type are 400",
    { type: "noul", instructions: 1 },
    ".instructions: expected a string, an object, an array or null"
  ),
  refusedQuestion(
    "a noul with neither instructions nor criteria is 400",
    { type: "noul" },
    ": expected instructions or criteria"
  ),
  refusedQuestion(
    "a noul with empty criteria is 400",
    { type: "noul", instructions: null, criteria: { true: null } },
    ": expected instructions or criteria"
  ),
  refusedQuestion(
    "another key in noul criteria is 400",
    { type: "noul", criteria: { yes: "x" } },
    ".criteria.yes: unknown field"
  ),
  refusedQuestion("a choice without criteria is 400", { type: "choice" }, ".criteria: field required"),
  refusedQuestion(
    "0 options are 400",
    { type: "choice", criteria: {} },
    `.criteria: ${many(255, "options")}, got 0`
  ),
  refusedQuestion(
    "256 options are 400",
    { type: "choice", criteria: options(256) },
    `.criteria: ${many(255, "options")}, got 256`
  ),
  refusedQuestion(
    "0 levels are 400",
    { type: "score", criteria: [] },
    `.criteria: ${many(10, "levels")}, got 0`
  ),
  refusedQuestion(
    "11 levels are 400",
    { type: "score", criteria: levels(11) },
    `.criteria: ${many(10, "levels")}, got 11`
  ),
  refusedQuestion(
    "a null level is 400",
    { type: "score", criteria: [null] },
    ".criteria[0]: expected a string, an object or an array"
  ),
  refused(
    "a number that is no double is 400",
    `{"model":"decider-27b","state":[1e999],"questions":{"a":{"type":"noul","instructions":"x"}}}`,
    "state[0]: expected JSON value"
  ),
  refusedState("an image by address is 400", image("https://example.test/a.png"), `state[0].${dataUrl}`),
  refusedState(
    "an image with a parameter is 400",
    ["text", null, ...image(png.replace(";", ";a=b;"))],
    `state[2].${dataUrl}`
  ),
  refusedState("a GIF is 400", image("data:image/gif;base64,R0lGODlhAQABAAAAACw="), `state[0].${dataUrl}`),
  byServer(
    refusedState(
      "an image that is not what it claims is 400",
      image(png.replace("png", "webp")),
      "state[0].image_url.url: the bytes are not a WebP image"
    )
  ),
  refused(
    "nine images are 400",
    asking(
      { a: noul },
      Array.from({ length: 9 }, () => image(png)[0])
    ),
    "state: expected at most 8 images"
  ),
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
  {
    name: "a defect of the engine is 500, without its own text",
    body: asking({ a: noul }, { die: true }),
    status: 500,
    answer: error(...internal),
    answerHeaders: identified
  }
]
