// Wire cases of decisions: answers byte by byte where the contract says so, each limit one beyond its bound, and what each
// failure of an engine is on the wire: its status, type and headers, never its own text.
import {
  allFailures,
  byServer,
  casesWith,
  error,
  failureCases,
  identified,
  internal,
  refusalsWith,
  type WireCase
} from "./WireCase.ts"

/** A question of yes or no. */
export const noul = { type: "noul", instructions: "Is it?" }
const asking = (questions: unknown, state: unknown = "") =>
  JSON.stringify({ model: "decider-27b", state, questions })
const counted = (count: number, one: (index: number) => readonly [string, unknown]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => one(index)))
const options = (count: number) => counted(count, (index) => [`o${index}`, null])
const levels = (count: number) => Array.from({ length: count }, (_, index) => `level ${index}`)
const nouls = (count: number) => counted(count, (index) => [`q${index}`, noul])
const wrapped = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`
const padded = (bytes: number) => {
  const [before, after] = asking({ a: noul }, "@").split("@")
  return `${before}${"x".repeat(bytes - (before?.length ?? 0) - (after?.length ?? 0))}${after}`
}

const image = (url: string) => [{ type: "image_url", image_url: { url } }]
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
/** An image of one pixel. */
export const png = `data:image/png;base64,${pixel}`

const made = casesWith("")
const answered = (name: string, body: string, answer: WireCase["answer"]) => made(name, body, 200, answer)
const any = () => true

const successes: ReadonlyArray<WireCase> = [
  answered(
    "the three kinds of question are answered under their names",
    asking(
      {
        sure: noul,
        team: { type: "choice", instructions: null, criteria: { billing: "Invoices", support: null } },
        mood: { type: "score", criteria: ["calm", { text: "cross" }] }
      },
      { text: "Hello" }
    ),
    {
      model: "decider-27b",
      answers: {
        sure: { type: "noul", noul: 0.7310585786300049 },
        team: {
          type: "choice",
          choice: "billing",
          confidence: 0.4621171572600098,
          probabilities: { billing: 0.7310585786300049, support: 0.2689414213699951 }
        },
        mood: {
          type: "score",
          score: 0.2689414213699951,
          confidence: 0.4621171572600098,
          legend: { 0: "calm", 1: { text: "cross" } },
          probabilities: { 0: 0.7310585786300049, 1: 0.2689414213699951 }
        }
      },
      usage: { input_tokens: 300, output_tokens: 0 }
    }
  ),
  answered("the model is echoed as sent", asking({ a: noul }).replace("decider-27b", "decider-27b-v0"), {
    model: "decider-27b-v0",
    answers: { a: { type: "noul", noul: 0.7310585786300049 } },
    usage: { input_tokens: 116, output_tokens: 0 }
  }),
  answered("a nesting of 64 passes", asking({ a: noul }, JSON.parse(wrapped(63))), any),
  answered("of duplicate keys the last counts", asking({ a: noul }).replace("{", `{"model":"x",`), any),
  made("a byte order mark and a strange content type do no harm", `\uFEFF${asking({ a: noul })}`, 200, any, {
    headers: [["content-type", "text/plain; charset=utf-16"]]
  }),
  made("an image that the engine cannot see has a notice", asking({ a: noul }, image(png)), 200, any, {
    answerHeaders: { ...identified, "x-leadline-notice": "images-ignored" }
  }),
  answered("a body of 33,554,432 bytes passes", padded(33_554_432), any),
  made("the scheme may be in any case, with several blanks", asking({ a: noul }), 200, any, {
    anonymous: true,
    headers: [["authorization", "bEARER   ll-test-key-0123456789abcdef"]]
  }),
  made(
    "the model list has 28 entries, needs no key and looks at none",
    undefined,
    200,
    ({ data }: { readonly data: ReadonlyArray<{ readonly id: string; readonly owned_by: string }> }) =>
      data.length === 28 && data.every(({ id, owned_by }) => id.startsWith(`${owned_by}/`)),
    {
      method: "GET",
      path: "/v1/models",
      anonymous: true,
      headers: [["authorization", "Bearer wrong"]],
      answerHeaders: { "x-ratelimit-limit": null }
    }
  )
]

const refused = refusalsWith("", 400, (message = "") => error(message))
/** A question named a: the message goes on behind its path. */
const refusedQuestion = (question: object, message: string) =>
  refused(asking({ a: question }), `questions.a${message}`)
const refusedState = (state: unknown, message: string) => refused(asking({ a: noul }, state), message)

const dataUrl = "image_url.url: expected a base64 data URL of image/png, image/jpeg or image/webp"
const tooLarge = error("The body is over 33554432 bytes.")
const model = "decider-27b"

const rejections: ReadonlyArray<WireCase> = [
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
  refused({ model, text: "" }, "text: unknown field; state: field required; questions: field required"),
  refusedState(1, "state: expected a string, an object or an array"),
  refused(asking({}), "questions: expected 1 to 128 entries, got 0"),
  refused(asking(nouls(129)), "questions: expected 1 to 128 entries, got 129"),
  refused(asking({ "": noul }), "questions: expected question names that are not empty"),
  refused({ model, state: "", questions: { a: noul }, top_k: 1 }, "top_k: unknown field"),
  refusedQuestion({ type: "rank" }, ": expected a question of type noul, choice or score"),
  refusedQuestion(
    { type: "noul", instructions: null, criteria: { true: null } },
    ": expected instructions or criteria"
  ),
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
  refused(asking({ a: noul }, [0]).replace("[0]", "[1e999]"), "state[0]: expected JSON value"),
  refusedState(image("https://example.test/a.png"), `state[0].${dataUrl}`),
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

/** All wire cases of decisions. */
export const decisionsWire: ReadonlyArray<WireCase> = [
  ...successes,
  ...rejections,
  ...failureCases(allFailures, (fail) => ({ body: asking({ a: noul }, { fail }) })),
  made(
    "a defect of the engine is 500, without its own text",
    asking({ a: noul }, { die: true }),
    500,
    error(...internal)
  )
]
