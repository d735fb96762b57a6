// Decision requests that are rejected, each limit one beyond its bound, and the message of each rejection.
import { error, identified, type WireCase } from "../WireCase.ts"
import { asking, image, levels, noul, nouls, options, padded, png, wrapped } from "./requests.ts"

const refused = (name: string, body: string | Uint8Array, message: string): WireCase => ({
  name,
  body,
  status: 400,
  answer: error(message),
  answerHeaders: identified
})

const many = (count: number, what: string) => `expected 1 to ${count} ${what}`

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
  {
    ...refused("a nesting of 65 is 400", wrapped(65), "The body is nested deeper than 64 levels"),
    by: "server"
  },
  refused(
    "a missing model is 400",
    `{"state":"","questions":{"a":{"type":"noul","instructions":"x"}}}`,
    "model: field required"
  ),
  {
    ...refused(
      "an unknown model is 400",
      asking({ a: noul }).replace("decider-27b", "gpt"),
      "model: expected one of decider-27b, decider-27b-v0"
    ),
    by: "server"
  },
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
    refused(
      `a state that is ${kind} is 400`,
      asking({ a: noul }, state),
      "state: expected a string, an object or an array"
    )
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
  refused(
    "an unknown field of a question is 400",
    asking({ a: { ...noul, weight: 1 } }),
    "questions.a.weight: unknown field"
  ),
  refused(
    "an unknown kind of question is 400",
    asking({ a: { type: "rank" } }),
    "questions.a: expected a question of type noul, choice or score"
  ),
  refused(
    "instructions of a wrong type are 400",
    asking({ a: { type: "noul", instructions: 1 } }),
    "questions.a.instructions: expected a string, an object, an array or null"
  ),
  refused(
    "a noul with neither instructions nor criteria is 400",
    asking({ a: { type: "noul" } }),
    "questions.a: expected instructions or criteria"
  ),
  refused(
    "a noul with empty criteria is 400",
    asking({ a: { type: "noul", instructions: null, criteria: { true: null } } }),
    "questions.a: expected instructions or criteria"
  ),
  refused(
    "another key in noul criteria is 400",
    asking({ a: { type: "noul", criteria: { yes: "x" } } }),
    "questions.a.criteria.yes: unknown field"
  ),
  refused(
    "a choice without criteria is 400",
    asking({ a: { type: "choice" } }),
    "questions.a.criteria: field required"
  ),
  refused(
    "0 options are 400",
    asking({ a: { type: "choice", criteria: {} } }),
    `questions.a.criteria: ${many(255, "options")}, got 0`
  ),
  refused(
    "256 options are 400",
    asking({ a: { type: "choice", criteria: options(256) } }),
    `questions.a.criteria: ${many(255, "options")}, got 256`
  ),
  refused(
    "0 levels are 400",
    asking({ a: { type: "score", criteria: [] } }),
    `questions.a.criteria: ${many(10, "levels")}, got 0`
  ),
  refused(
    "11 levels are 400",
    asking({ a: { type: "score", criteria: levels(11) } }),
    `questions.a.criteria: ${many(10, "levels")}, got 11`
  ),
  refused(
    "a null level is 400",
    asking({ a: { type: "score", criteria: [null] } }),
    "questions.a.criteria[0]: expected a string, an object or an array"
  ),
  refused(
    "a number that is no double is 400",
    `{"model":"decider-27b","state":[1e999],"questions":{"a":{"type":"noul","instructions":"x"}}}`,
    "state[0]: expected JSON value"
  ),
  refused(
    "an image by address is 400",
    asking({ a: noul }, image("https://example.test/a.png")),
    "state[0].image_url.url: expected a base64 data URL of image/png, image/jpeg or image/webp"
  ),
  refused(
    "an image with a parameter is 400",
    asking({ a: noul }, ["text", null, ...image(png.replace(";", ";a=b;"))]),
    "state[2].image_url.url: expected a base64 data URL of image/png, image/jpeg or image/webp"
  ),
  refused(
    "a GIF is 400",
    asking({ a: noul }, image("data:image/gif;base64,R0lGODlhAQABAAAAACw=")),
    "state[0].image_url.url: expected a base64 data URL of image/png, image/jpeg or image/webp"
  ),
  {
    ...refused(
      "an image that is not what it claims is 400",
      asking({ a: noul }, image(png.replace("png", "webp"))),
      "state[0].image_url.url: the bytes are not a WebP image"
    ),
    by: "server"
  },
  refused(
    "nine images are 400",
    asking(
      { a: noul },
      Array.from({ length: 9 }, () => image(png)[0])
    ),
    "state: expected at most 8 images"
  ),
  {
    name: "too many tokens are 400 of the engine's kind, with both numbers",
    by: "fake",
    body: asking({ a: noul }, { tokens: 262_144 }),
    status: 400,
    answer: error(
      "state and questions: expected fewer than 262144 input tokens, got 262144",
      "invalid_request"
    ),
    answerHeaders: identified
  },
  {
    name: "a content coding is 400",
    headers: [["content-encoding", "gzip"]],
    body: asking({ a: noul }),
    status: 400,
    answer: error("Content-Encoding is not supported: send the body as it is"),
    answerHeaders: identified
  },
  {
    name: "33,554,433 bytes are 413 when declared",
    body: padded(33_554_433),
    status: 413,
    answer: error("The body is over 33554432 bytes."),
    answerHeaders: identified
  },
  {
    name: "33,554,433 bytes are 413 in chunks",
    body: { chunked: 33_554_433 },
    status: 413,
    answer: error("The body is over 33554432 bytes."),
    answerHeaders: identified
  }
]
