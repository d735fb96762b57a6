// The wire of decisions, byte by byte where the document says so, and of what every operation shares.
import { bare, error, identified, json, uuid, type WireCase } from "./WireCase.ts"

const noul = { type: "noul", instructions: "Is it?" }
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

const refused = (name: string, body: string | Uint8Array, message: string): WireCase => ({
  name,
  body,
  status: 400,
  answer: error(message),
  answerHeaders: identified
})
const answered = (name: string, body: string, answer: WireCase["answer"]): WireCase => ({
  name,
  body,
  status: 200,
  answer,
  answerHeaders: identified
})
const failed = (tag: string, status: number, message: string, type: string, headers = {}): WireCase => ({
  name: `an engine's ${tag} is ${status}, without its own text`,
  body: asking({ a: noul }, { fail: tag }),
  status,
  answer: error(message, type),
  answerHeaders: { ...identified, ...headers }
})
const ok = (check: (answer: { readonly answers: { readonly [name: string]: unknown } }) => boolean) => check

const image = (url: string) => [{ type: "image_url", image_url: { url } }]
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
const png = `data:image/png;base64,${pixel}`

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
  answered(
    "one option and one level are certain and free",
    asking({ a: { type: "choice", criteria: { only: null } }, b: { type: "score", criteria: ["only"] } }),
    {
      model: "decider-27b",
      answers: {
        a: { type: "choice", choice: "only", confidence: 1, probabilities: { only: 1 } },
        b: { type: "score", score: 0, confidence: 1, legend: { 0: "only" }, probabilities: { 0: 1 } }
      },
      usage: { input_tokens: 0, output_tokens: 0 }
    }
  ),
  answered(
    "128 questions pass",
    asking(nouls(128)),
    ok(({ answers }) => Object.keys(answers).length === 128)
  ),
  answered(
    "255 options and 10 levels pass",
    asking({ a: { type: "choice", criteria: options(255) }, b: { type: "score", criteria: levels(10) } }),
    ok(({ answers }) => Object.keys(answers).length === 2)
  ),
  answered(
    "caller-chosen names are names only, whatever they mean to JavaScript",
    `{"model":"decider-27b","state":"","questions":{"__proto__":{"type":"choice","criteria":{"__proto__":null,"constructor":null}},"toString":{"type":"noul","instructions":""},"10":{"type":"noul","criteria":{"true":"so"}}}}`,
    ok(
      ({ answers }) =>
        ["__proto__", "toString", "10"].every((name) => Object.hasOwn(answers, name)) &&
        JSON.stringify(Object.entries(answers).find(([name]) => name === "__proto__")).includes(
          '"choice":"__proto__"'
        )
    )
  ),
  answered(
    "an empty state is a state",
    asking({ a: noul }, []),
    ok(() => true)
  ),
  answered(
    "a nesting of 64 passes",
    `{"model":"decider-27b","state":${wrapped(63)},"questions":{"a":{"type":"noul","instructions":"x"}}}`,
    ok(() => true)
  ),
  answered(
    "of duplicate keys the last counts",
    `{"model":"x","model":"decider-27b","state":"","questions":{"a":{"type":"noul","instructions":"x"}}}`,
    ok(() => true)
  ),
  {
    name: "a byte order mark and a strange content type do no harm",
    headers: [["content-type", "text/plain; charset=utf-16"]],
    body: `\uFEFF${asking({ a: noul })}`,
    status: 200,
    answer: ok(() => true),
    answerHeaders: identified
  },
  {
    name: "an image the engine cannot see is told",
    body: asking({ a: noul }, image(png)),
    status: 200,
    answer: ok(() => true),
    answerHeaders: { ...identified, "x-leadline-notice": "images-ignored" }
  },
  {
    name: "a body of 33,554,432 bytes passes",
    body: padded(33_554_432),
    status: 200,
    answer: ok(() => true),
    answerHeaders: identified
  },
  {
    name: "the scheme may be in any case, with several blanks",
    anonymous: true,
    headers: [["authorization", "bEARER   ll-test-key-0123456789abcdef"]],
    body: asking({ a: noul }),
    status: 200,
    answer: ok(() => true)
  },
  {
    name: "the model list has 28 entries and needs no key",
    method: "GET",
    path: "/v1/models",
    anonymous: true,
    status: 200,
    answer: (body: {
      readonly object: string
      readonly data: ReadonlyArray<{ readonly id: string; readonly owned_by: string }>
    }) =>
      body.object === "list" &&
      body.data.length === 28 &&
      body.data.every(({ id, owned_by }) => id.startsWith(`${owned_by}/`)),
    answerHeaders: {
      "cache-control": "no-store",
      "content-type": json,
      "x-request-id": uuid,
      "x-ratelimit-limit": null
    }
  },
  {
    name: "the model list does not look at a wrong key",
    method: "GET",
    path: "/v1/models",
    anonymous: true,
    headers: [["authorization", "Bearer wrong"]],
    status: 200,
    answer: () => true
  }
]

const many = (count: number, what: string) => `expected 1 to ${count} ${what}`

const refusals: ReadonlyArray<WireCase> = [
  refused("an empty body is 400", "", "The body is empty: expected JSON"),
  refused(
    "a body that is no JSON is 400, with the place",
    `{"model":}`,
    "The body is not valid JSON, at byte 9"
  ),
  refused("a body of two values is 400", "{} {}", "The body is not valid JSON, at byte 3"),
  refused("a body that is no object is 400", "[]", "expected object"),
  refused("bad UTF-8 is 400", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), "The body is not valid UTF-8"),
  refused("a nesting of 65 is 400", wrapped(65), "The body is nested deeper than 64 levels"),
  refused(
    "a missing model is 400",
    `{"state":"","questions":{"a":{"type":"noul","instructions":"x"}}}`,
    "model: missing"
  ),
  refused(
    "an unknown model is 400",
    asking({ a: noul }).replace("decider-27b", "gpt"),
    "model: expected one of decider-27b, decider-27b-v0"
  ),
  refused(
    "a missing state is 400",
    `{"model":"decider-27b","questions":{"a":{"type":"noul","instructions":"x"}}}`,
    "state: missing"
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
  refused("missing questions are 400", `{"model":"decider-27b","state":""}`, "questions: missing"),
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
    "questions.a.criteria: missing"
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
    "a GIF is 400",
    asking({ a: noul }, image("data:image/gif;base64,R0lGODlhAQABAAAAACw=")),
    "state[0].image_url.url: expected a base64 data URL of image/png, image/jpeg or image/webp"
  ),
  refused(
    "an image that is not what it claims is 400",
    asking({ a: noul }, image(png.replace("png", "webp"))),
    "state[0].image_url.url: the bytes are not a WebP image"
  ),
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

const unauthorized = { error: { message: "Invalid API key.", type: "invalid_api_key", code: 401 } }
const anonymous = {
  "cache-control": "no-store",
  "content-type": json,
  "www-authenticate": "Bearer",
  "x-request-id": null,
  "x-ratelimit-limit": null
}
const unknownKey = (name: string, headers: ReadonlyArray<readonly [string, string]>): WireCase => ({
  name: `${name} is 401, whatever the body`,
  anonymous: true,
  headers,
  body: "{",
  status: 401,
  answer: unauthorized,
  answerHeaders: anonymous
})

const keys: ReadonlyArray<WireCase> = [
  unknownKey("no key", []),
  unknownKey("a wrong key", [["authorization", "Bearer ll-test-key-0123456789abcdeF"]]),
  unknownKey("a cut key", [["authorization", "Bearer ll-test-key-0123456789abcde"]]),
  unknownKey("an empty key", [["authorization", "Bearer "]]),
  unknownKey("another scheme", [["authorization", "Basic bGw6dGVzdA=="]]),
  unknownKey("a tab after the scheme", [["authorization", "Bearer\tll-test-key-0123456789abcdef"]]),
  unknownKey("a key in x-api-key only", [["x-api-key", "ll-test-key-0123456789abcdef"]])
]

const wrongPath = (path: string, skip?: string): WireCase => ({
  name: `the path ${path} is 404 and empty`,
  path,
  body: "{}",
  status: 404,
  answer: "",
  answerHeaders: { ...bare, "x-request-id": null, "x-ratelimit-limit": null },
  ...(skip === undefined ? {} : { skip: { memory: skip } })
})
const wrongMethod = (method: string, path: string, allow: string): WireCase => ({
  name: `${method} ${path} is 405, empty, with Allow and without asking for a key`,
  anonymous: true,
  method,
  path,
  status: 405,
  answer: "",
  answerHeaders: { ...bare, allow, "x-request-id": uuid }
})

const normalised = "a Request has a normalised URL"
const paths: ReadonlyArray<WireCase> = [
  wrongPath("/v1/decisions/"),
  wrongPath("//v1/decisions"),
  wrongPath("/v1//decisions"),
  wrongPath("/V1/decisions"),
  wrongPath("/v1/decision%73"),
  wrongPath("/v1/decisions;x"),
  wrongPath("/v1/decisions/x"),
  wrongPath("/v1/x/../decisions", normalised),
  wrongPath("/"),
  wrongMethod("GET", "/v1/decisions", "POST"),
  wrongMethod("HEAD", "/v1/decisions", "POST"),
  wrongMethod("OPTIONS", "/v1/decisions", "POST"),
  wrongMethod("PUT", "/v1/decisions", "POST"),
  wrongMethod("POST", "/v1/models", "GET"),
  wrongMethod("HEAD", "/v1/models", "GET")
]

const gateway = ["The model service could not be reached.", "bad_gateway"] as const
const internal = ["The service failed.", "internal_error"] as const
const outages: ReadonlyArray<WireCase> = [
  failed("InternalServerError", 500, ...internal),
  failed("ConnectionError", 502, ...gateway),
  failed("InvalidResponseError", 502, ...gateway),
  failed("UnavailableError", 503, "The service is temporarily unavailable.", "service_unavailable", {
    "retry-after": "7"
  }),
  failed("DeadlineExceededError", 504, "The model did not answer in time.", "gateway_timeout"),
  failed("RateLimitError", 429, "Over the token limit.", "too_many_requests", { "retry-after": "3" }),
  ...[
    "AuthenticationError",
    "PermissionDeniedError",
    "NotFoundError",
    "ConflictError",
    "StreamTruncatedError"
  ].map((tag) => failed(tag, 500, ...internal)),
  {
    name: "a defect of the engine is 500, without its own text",
    body: asking({ a: noul }, { die: true }),
    status: 500,
    answer: error(...internal),
    answerHeaders: identified
  }
]

/** All cases of decisions, and of keys, paths and methods. */
export const decisionsWire: ReadonlyArray<WireCase> = [
  ...successes,
  ...refusals,
  ...keys,
  ...paths,
  ...outages
]
