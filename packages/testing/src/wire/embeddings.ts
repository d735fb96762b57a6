// The wire of embeddings: each limit at its least, its most and one beyond, and the bodies of failures.
import { bare, identified, uuid, type WireCase } from "./WireCase.ts"

const contextualized = "/v1/contextualizedembeddings"
const plainPath = "/v1/embeddings"
const small = "svc-embed-context-v1-0.6b"
const large = "svc-embed-context-v1-4b"
const plainSmall = "svc-embed-v1-0.6b"

const asking = (fields: object = {}) => JSON.stringify({ input: [["a"]], model: small, ...fields })
const askingPlain = (fields: object = {}) => JSON.stringify({ input: "a", model: plainSmall, ...fields })
const times = <A>(count: number, one: A): ReadonlyArray<A> => Array.from({ length: count }, () => one)

const answered = (name: string, path: string, body: string, answer: unknown): WireCase => ({
  name: `embeddings: ${name}`,
  path,
  body,
  status: 200,
  answer,
  answerHeaders: identified
})
const refusedAt =
  (path: string) =>
  (name: string, body: string, ...detail: ReadonlyArray<object>): WireCase => ({
    name: `embeddings: ${name} is 422`,
    path,
    body,
    status: 422,
    answer: { detail },
    answerHeaders: identified
  })
const refused = refusedAt(contextualized)
const refusedPlain = refusedAt(plainPath)
const problem = (loc: ReadonlyArray<string | number>, msg: string, type: string) => ({
  loc: ["body", ...loc],
  msg,
  type
})

interface Shape {
  readonly data: ReadonlyArray<{ readonly data: ReadonlyArray<{ readonly embedding: string }> }>
  readonly usage: { readonly total_tokens: number; readonly cost: { readonly total_cost: number } }
}
const chunks = (count: number) => (answer: Shape) =>
  answer.data.reduce((sum, { data }) => sum + data.length, 0) === count
const characters = (count: number) => (answer: Shape) =>
  answer.data.every(({ data }) => data.every(({ embedding }) => embedding.length === count))
const costing =
  (tokens: number, cost: number) =>
  ({ usage }: Shape) =>
    usage.total_tokens === tokens && usage.cost.total_cost === cost

const usage = (tokens: number, cost: number) => ({
  prompt_tokens: tokens,
  total_tokens: tokens,
  cost: { input_cost: cost, total_cost: cost, currency: "USD" }
})

const most = ["tokens:32768", "tokens:32768", "tokens:32768", "tokens:21696"]

const successes: ReadonlyArray<WireCase> = [
  answered(
    "documents and chunks are answered in order, with usage and cost",
    contextualized,
    asking({
      input: [["one two three", "four"], ["five six seven eight nine"]],
      dimensions: 128,
      encoding_format: "base64_binary"
    }),
    {
      object: "list",
      data: [
        {
          object: "list",
          index: 0,
          data: [
            { object: "embedding", index: 0, embedding: "AAA///gAAf//gAAf//gAAA==" },
            { object: "embedding", index: 1, embedding: "AAP//wAAP//4AAH//4AAHw==" }
          ]
        },
        {
          object: "list",
          index: 1,
          data: [{ object: "embedding", index: 0, embedding: "AAAf//gAAf//gAAf//wAAA==" }]
        }
      ],
      model: small,
      usage: usage(9, 7.2e-8)
    }
  ),
  answered(
    "a plain text is answered in a flat list",
    plainPath,
    askingPlain({ dimensions: 128, encoding_format: "base64_binary" }),
    {
      object: "list",
      data: [{ object: "embedding", index: 0, embedding: "AAAf//gAAf//gAAf//wAAA==" }],
      model: plainSmall,
      usage: usage(1, 4e-9)
    }
  ),
  answered("1024 signed bytes are the default of the 0.6b model", contextualized, asking(), characters(1368)),
  answered(
    "2560 signed bytes are the default of the 4b model",
    contextualized,
    asking({ model: large }),
    characters(3416)
  ),
  answered(
    "128 dimensions pass",
    contextualized,
    asking({ dimensions: 128, encoding_format: "base64_int8" }),
    characters(172)
  ),
  answered(
    "1024 dimensions of the 0.6b model pass, as bits",
    contextualized,
    asking({ dimensions: 1024, encoding_format: "base64_binary" }),
    characters(172)
  ),
  answered(
    "2560 dimensions of the 4b model pass, as bits",
    contextualized,
    asking({ model: large, dimensions: 2560, encoding_format: "base64_binary" }),
    characters(428)
  ),
  answered(
    "512 documents pass",
    contextualized,
    asking({ input: times(512, ["a"]), dimensions: 128 }),
    chunks(512)
  ),
  answered(
    "16,000 chunks pass",
    contextualized,
    asking({ input: [times(15_999, "a"), ["a"]], dimensions: 128, encoding_format: "base64_binary" }),
    chunks(16_000)
  ),
  answered(
    "32,768 tokens a document and 120,000 in all pass",
    contextualized,
    asking({ input: most.map((text) => [text]), dimensions: 128 }),
    costing(120_000, 0.00096)
  ),
  answered(
    "120,000 tokens of the 4b model are dearer",
    contextualized,
    asking({ model: large, input: most.map((text) => [text]), dimensions: 128 }),
    costing(120_000, 0.006)
  ),
  answered(
    "512 plain texts pass",
    plainPath,
    askingPlain({ input: times(512, "a"), dimensions: 128 }),
    ({ data }: Shape) => data.length === 512
  ),
  answered(
    "120,000 plain tokens pass",
    plainPath,
    askingPlain({ model: "svc-embed-v1-4b", input: most, dimensions: 128 }),
    costing(120_000, 0.0036)
  )
]

const tooShort = "expected a value with a length of at least 1"
const over = (limit: number, what: string, got: number) =>
  `expected at most ${limit} tokens ${what}, got ${got}`

const refusals: ReadonlyArray<WireCase> = [
  refused("a body that is no JSON", `{"input":}`, problem([9], "JSON decode error", "json_invalid")),
  refused("an empty body", "", problem([0], "JSON decode error", "json_invalid")),
  refused("a body that is no object", "[]", problem([], "expected object", "dict_type")),
  refused(
    "a body without fields",
    "{}",
    problem(["input"], "missing", "missing"),
    problem(["model"], "missing", "missing")
  ),
  refused("an unknown field", asking({ user: "a" }), problem(["user"], "unknown field", "extra_forbidden")),
  refused(
    "an unknown model",
    asking({ model: "x" }),
    problem(["model"], `expected one of ${small}, ${large}`, "literal_error")
  ),
  refused("no document", asking({ input: [] }), problem(["input"], tooShort, "too_short")),
  refused(
    "513 documents",
    asking({ input: times(513, ["a"]) }),
    problem(["input"], "expected a value with a length of at most 512", "too_long")
  ),
  refused(
    "a document without chunks",
    asking({ input: [["a"], []] }),
    problem(["input", 1], tooShort, "too_short")
  ),
  refused(
    "an empty chunk",
    asking({ input: [["a"], ["a", ""]] }),
    problem(["input", 1, 1], tooShort, "string_too_short")
  ),
  refused(
    "a chunk that is no text",
    asking({ input: [[1]] }),
    problem(["input", 0, 0], "expected string", "string_type")
  ),
  refused(
    "a text in place of a document",
    asking({ input: ["a"] }),
    problem(["input", 0], "expected array", "list_type")
  ),
  refused("a null input", asking({ input: null }), problem(["input"], "expected array", "list_type")),
  refused(
    "16,001 chunks",
    asking({ input: [times(16_000, "a"), ["a"]] }),
    problem(["input"], "expected at most 16000 chunks in all documents, got 16001", "too_long")
  ),
  refused(
    "127 dimensions",
    asking({ dimensions: 127 }),
    problem(["dimensions"], "expected a value greater than or equal to 128", "greater_than_equal")
  ),
  refused(
    "1025 dimensions of the 0.6b model",
    asking({ dimensions: 1025 }),
    problem(["dimensions"], `expected at most 1024 for ${small}, got 1025`, "less_than_equal")
  ),
  refused(
    "2561 dimensions of the 4b model",
    asking({ model: large, dimensions: 2561 }),
    problem(["dimensions"], `expected at most 2560 for ${large}, got 2561`, "less_than_equal")
  ),
  refused(
    "half a dimension",
    asking({ dimensions: 128.5 }),
    problem(["dimensions"], "expected an integer", "int_type")
  ),
  refused(
    "dimensions as text",
    asking({ dimensions: "128" }),
    problem(["dimensions"], "expected number", "float_type")
  ),
  refused(
    "null dimensions",
    asking({ dimensions: null }),
    problem(["dimensions"], "expected number", "float_type")
  ),
  refused(
    "an unknown encoding",
    asking({ encoding_format: "float" }),
    problem(["encoding_format"], "expected one of base64_int8, base64_binary", "literal_error")
  ),
  refused(
    "a document of 32,769 tokens",
    asking({ input: [["a"], ["tokens:32768", "a"]] }),
    problem(["input", 1], over(32_768, "a document", 32_769), "too_long")
  ),
  refused(
    "120,001 tokens in all",
    asking({ input: [...most, "a"].map((text) => [text]) }),
    problem(["input"], over(120_000, "in all", 120_001), "too_long")
  ),
  refused(
    "both too long a document and too many tokens",
    asking({ input: [["tokens:200000"]] }),
    problem(["input", 0], over(32_768, "a document", 200_000), "too_long"),
    problem(["input"], over(120_000, "in all", 200_000), "too_long")
  ),
  refusedPlain(
    "the empty plain text",
    askingPlain({ input: "" }),
    problem(["input"], tooShort, "string_too_short")
  ),
  refusedPlain(
    "an empty text in a plain list",
    askingPlain({ input: ["a", ""] }),
    problem(["input", 1], tooShort, "string_too_short")
  ),
  refusedPlain("no plain text", askingPlain({ input: [] }), problem(["input"], tooShort, "too_short")),
  refusedPlain(
    "513 plain texts",
    askingPlain({ input: times(513, "a") }),
    problem(["input"], "expected a value with a length of at most 512", "too_long")
  ),
  refusedPlain(
    "a plain input that is no text",
    askingPlain({ input: 1 }),
    problem(["input"], "expected a string or an array of strings", "value_error")
  ),
  refusedPlain(
    "a contextualized model for plain texts",
    askingPlain({ model: small }),
    problem(["model"], "expected one of svc-embed-v1-0.6b, svc-embed-v1-4b", "literal_error")
  ),
  refusedPlain(
    "1025 plain dimensions of the 0.6b model",
    askingPlain({ dimensions: 1025 }),
    problem(["dimensions"], `expected at most 1024 for ${plainSmall}, got 1025`, "less_than_equal")
  ),
  refusedPlain(
    "a plain text of 32,769 tokens",
    askingPlain({ input: "tokens:32769" }),
    problem(["input"], over(32_768, "a document", 32_769), "too_long")
  ),
  refusedPlain(
    "a listed plain text of 32,769 tokens",
    askingPlain({ input: ["a", "tokens:32769"] }),
    problem(["input", 1], over(32_768, "a document", 32_769), "too_long")
  ),
  refusedPlain(
    "120,001 plain tokens",
    askingPlain({ input: [...most, "a"] }),
    problem(["input"], over(120_000, "in all", 120_001), "too_long")
  )
]

const object = (message: string, type: string, code: number) => ({
  error: { message, type, code, param: null }
})

const others: ReadonlyArray<WireCase> = [
  {
    name: "embeddings: bad UTF-8 is a 400 with an error object",
    path: contextualized,
    body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    status: 400,
    answer: object("The body is not valid UTF-8", "invalid_request_error", 400),
    answerHeaders: identified
  },
  {
    name: "embeddings: a content coding is a 400 with an error object",
    path: plainPath,
    headers: [["content-encoding", "gzip"]],
    body: askingPlain(),
    status: 400,
    answer: object("Content-Encoding is not supported: send the body as it is", "invalid_request_error", 400),
    answerHeaders: identified
  },
  {
    name: "embeddings: 33,554,433 bytes are 413",
    path: contextualized,
    body: { chunked: 33_554_433 },
    status: 413,
    answer: object("The body is over 33554432 bytes.", "invalid_request_error", 413),
    answerHeaders: identified
  },
  {
    name: "embeddings: a key in x-api-key only is 401",
    path: contextualized,
    anonymous: true,
    headers: [["x-api-key", "ll-test-key-0123456789abcdef"]],
    body: asking(),
    status: 401,
    answer: { error: { message: "Invalid API key.", type: "invalid_api_key", code: 401 } }
  },
  ...[contextualized, plainPath].map((path): WireCase => ({
    name: `embeddings: GET ${path} is 405`,
    anonymous: true,
    method: "GET",
    path,
    status: 405,
    answer: "",
    answerHeaders: { ...bare, allow: "POST", "x-request-id": uuid }
  })),
  ...[`${contextualized}/`, `${plainPath}/`, "/embeddings"].map((path): WireCase => ({
    name: `embeddings: ${path} is 404`,
    path,
    body: asking(),
    status: 404,
    answer: "",
    answerHeaders: { ...bare, "x-request-id": null }
  }))
]

const failed = (tag: string, status: number, message: string, type: string, headers = {}): WireCase => ({
  name: `embeddings: an engine's ${tag} is ${status}, without its own text`,
  path: contextualized,
  body: asking({ input: [[`fail:${tag}`]] }),
  status,
  answer: object(message, type, status),
  answerHeaders: { ...identified, ...headers }
})
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
  failed("AuthenticationError", 500, ...internal),
  failed("PermissionDeniedError", 500, ...internal),
  failed("NotFoundError", 500, ...internal),
  failed("ConflictError", 500, ...internal),
  failed("StreamTruncatedError", 500, ...internal),
  {
    name: "embeddings: a defect of the engine is 500, without its own text",
    path: plainPath,
    body: askingPlain({ input: "die" }),
    status: 500,
    answer: (answer: object) => JSON.stringify(answer).includes("The service failed."),
    answerHeaders: identified
  }
]

/** All cases of embeddings. */
export const embeddingsWire: ReadonlyArray<WireCase> = [...successes, ...refusals, ...others, ...outages]
