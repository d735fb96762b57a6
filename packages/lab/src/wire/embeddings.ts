// Wire cases of embeddings, plain and contextualized: each limit at its most and one beyond.
import { documents } from "@leadline/core/contextualized-embeddings"
import {
  allFailures,
  byServer,
  casesWith,
  codedError,
  detail,
  detailWithError,
  failureCases,
  passedFailures,
  refusalsWith,
  unauthorized,
  wrongMethod,
  type WireCase
} from "./WireCase.ts"

/** The path of embeddings with their documents. */
export const contextualizedPath = "/v1/contextualizedembeddings"
/** The path of plain embeddings. */
export const embeddingsPath = "/v1/embeddings"
const contextualizedSmall = "svc-embed-context-v1-0.6b"
const embeddingsSmall = "svc-embed-v1-0.6b"

const contextualized = casesWith("contextualized embeddings: ", { path: contextualizedPath })
const plain = casesWith("embeddings: ", { path: embeddingsPath })
const contextualizedBody = (fields: object = {}) =>
  JSON.stringify({ input: [["a"]], model: contextualizedSmall, ...fields })
const embeddingsBody = (fields: object = {}) =>
  JSON.stringify({ input: "a", model: embeddingsSmall, ...fields })
const times = <A>(count: number, one: A): ReadonlyArray<A> => Array.from({ length: count }, () => one)

/** As many tokens as a request may have. */
const most = ["tokens:32768", "tokens:32768", "tokens:32768", "tokens:21696"]

interface Shape {
  readonly data: ReadonlyArray<unknown>
  readonly usage: { readonly total_tokens: number; readonly cost: { readonly total_cost: number } }
}

const usage = (tokens: number, cost: number) => ({
  prompt_tokens: tokens,
  total_tokens: tokens,
  cost: { input_cost: cost, total_cost: cost, currency: "USD" }
})
const vector = (index: number, embedding: string) => ({ object: "embedding", index, embedding })
const bits = { dimensions: 128, encoding_format: "base64_binary" }

const successes: ReadonlyArray<WireCase> = [
  contextualized(
    "documents and chunks are answered in order, with usage and cost",
    contextualizedBody({ ...bits, input: [["one two three", "four"], ["five six seven eight nine"]] }),
    200,
    {
      object: "list",
      data: [
        {
          object: "list",
          index: 0,
          data: [vector(0, "AAA///gAAf//gAAf//gAAA=="), vector(1, "AAP//wAAP//4AAH//4AAHw==")]
        },
        { object: "list", index: 1, data: [vector(0, "AAAf//gAAf//gAAf//wAAA==")] }
      ],
      model: contextualizedSmall,
      usage: usage(9, 7.2e-8)
    }
  ),
  plain("a text is answered in a flat list", embeddingsBody(bits), 200, {
    object: "list",
    data: [vector(0, "AAAf//gAAf//gAAf//wAAA==")],
    model: embeddingsSmall,
    usage: usage(1, 4e-9)
  }),
  contextualized(
    `${documents.max} documents pass`,
    contextualizedBody({ input: times(documents.max, ["a"]), dimensions: 128 }),
    200,
    ({ data }: Shape) => data.length === documents.max
  ),
  contextualized(
    "32,768 tokens a document and 120,000 in all pass",
    contextualizedBody({ input: most.map((text) => [text]), dimensions: 128 }),
    200,
    ({ usage: used }: Shape) => used.total_tokens === 120_000 && used.cost.total_cost === 0.00096
  )
]

/** Only the fake counts the tokens of these texts. */
const byFake = (wire: WireCase): WireCase =>
  /tokens:\d/.test(JSON.stringify(wire.body)) ? { ...wire, by: "fake" } : wire
const refuse = refusalsWith("contextualized embeddings: ", 422, detail, { path: contextualizedPath })
const refused = (fields: object, ...issues: ReadonlyArray<string>) =>
  byFake(refuse(contextualizedBody(fields), ...issues))
const refuseTexts = refusalsWith("embeddings: ", 422, detailWithError, { path: embeddingsPath })
const refusedTexts = (fields: object, ...issues: ReadonlyArray<string>) =>
  byFake(refuseTexts(embeddingsBody(fields), ...issues))
const empty = "expected a text that is not empty [string_too_short]"
const over = (limit: number, what: string, got: number) =>
  `expected at most ${limit} tokens ${what}, got ${got} [too_long]`

const refusals: ReadonlyArray<WireCase> = [
  refuse("", "[0]: JSON decode error [json_invalid]"),
  refuse("[]", "expected object [dict_type]"),
  refuse("{}", "input: field required [missing]", "model: field required [missing]"),
  refused({ user: "a" }, "user: unknown field [extra_forbidden]"),
  refused({ input: [] }, "input: expected at least 1 document [too_short]"),
  refused({ input: times(513, ["a"]) }, "input: expected at most 512 documents [too_long]"),
  refused({ input: [["a"], []] }, "input[1]: expected at least 1 chunk [too_short]"),
  refused({ input: [["a"], ["a", ""]] }, `input[1][1]: ${empty}`),
  refused(
    { input: [times(16_000, "a"), ["a"]] },
    "input: expected at most 16000 chunks in all documents, got 16001 [too_long]"
  ),
  refused({ dimensions: 127 }, "dimensions: expected a whole number of at least 128 [greater_than_equal]"),
  refused(
    { encoding_format: "float" },
    "encoding_format: expected one of base64_int8, base64_binary [literal_error]"
  ),
  refused(
    { input: [["a"], ["tokens:32768", "a"], ...most.map((text) => [text])] },
    `input[1]: ${over(32_768, "a document", 32_769)}`,
    `input: ${over(120_000, "in all", 152_770)}`
  ),
  refusedTexts({ input: ["a", ""] }, `input[1]: ${empty}`),
  refusedTexts({ input: times(513, "a") }, "input: expected at most 512 texts [too_long]"),
  byServer(
    refusedTexts(
      { model: contextualizedSmall },
      "model: expected one of svc-embed-v1-0.6b, svc-embed-v1-4b [literal_error]"
    )
  ),
  refusedTexts(
    { dimensions: 1025 },
    `dimensions: expected at most 1024 for ${embeddingsSmall}, got 1025 [less_than_equal]`
  ),
  refusedTexts({ input: "tokens:32769" }, `input: ${over(32_768, "a document", 32_769)}`),
  refusedTexts({ input: [...most, "a"] }, `input: ${over(120_000, "in all", 120_001)}`)
]

/** All wire cases of embeddings. */
export const embeddingsWire: ReadonlyArray<WireCase> = [
  ...successes,
  ...refusals,
  contextualized(
    "33,554,433 bytes are 413",
    { chunked: 33_554_433 },
    413,
    codedError("The body is over 33554432 bytes.", "invalid_request_error", 413)
  ),
  unauthorized("contextualized embeddings: no key", { path: contextualizedPath }),
  ...[contextualizedPath, embeddingsPath].map((path) => wrongMethod("GET", path, "POST")),
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
