// Embeddings requests that are rejected, each limit one beyond its bound, and the list of problems of each.
import { detail, detailWithError, identified, type WireCase } from "../WireCase.ts"
import {
  contextualizedBody,
  embeddingsBody,
  contextualizedPath,
  contextualizedLarge,
  most,
  embeddingsPath,
  embeddingsSmall,
  contextualizedSmall,
  times
} from "./requests.ts"

const refusedAt =
  (resource: string, path: string) =>
  (name: string, body: string, ...issues: ReadonlyArray<string>): WireCase => ({
    ...(/tokens:\d/.test(body) && ({ by: "fake" } as const)),
    name: `${resource}: ${name} is 422`,
    path,
    body,
    status: 422,
    answer: resource === "embeddings" ? detailWithError(...issues) : detail(...issues),
    answerHeaders: identified
  })
const refused = refusedAt("contextualized embeddings", contextualizedPath)
const refusedTexts = refusedAt("embeddings", embeddingsPath)
const empty = "expected a text that is not empty"
const over = (limit: number, what: string, got: number) =>
  `expected at most ${limit} tokens ${what}, got ${got}`

/** Requests that are rejected with 422. */
export const embeddingsRejections: ReadonlyArray<WireCase> = [
  refused("a body that is no JSON", `{"input":}`, "[9]: JSON decode error [json_invalid]"),
  refused("an empty body", "", "[0]: JSON decode error [json_invalid]"),
  refused("a body that is no object", "[]", "expected object [dict_type]"),
  refused(
    "a body without fields",
    "{}",
    "input: field required [missing]",
    "model: field required [missing]"
  ),
  refused("an unknown field", contextualizedBody({ user: "a" }), "user: unknown field [extra_forbidden]"),
  {
    ...refused(
      "an unknown model",
      contextualizedBody({ model: "x" }),
      `model: expected one of ${contextualizedSmall}, ${contextualizedLarge} [literal_error]`
    ),
    by: "server"
  },
  refused(
    "no document",
    contextualizedBody({ input: [] }),
    "input: expected at least 1 document [too_short]"
  ),
  refused(
    "513 documents",
    contextualizedBody({ input: times(513, ["a"]) }),
    "input: expected at most 512 documents [too_long]"
  ),
  refused(
    "a document without chunks",
    contextualizedBody({ input: [["a"], []] }),
    "input[1]: expected at least 1 chunk [too_short]"
  ),
  refused(
    "an empty chunk",
    contextualizedBody({ input: [["a"], ["a", ""]] }),
    `input[1][1]: ${empty} [string_too_short]`
  ),
  refused(
    "a chunk that is no text",
    contextualizedBody({ input: [[1]] }),
    "input[0][0]: expected string [string_type]"
  ),
  refused(
    "a text in place of a document",
    contextualizedBody({ input: ["a"] }),
    "input[0]: expected array [list_type]"
  ),
  refused("a null input", contextualizedBody({ input: null }), "input: expected array [list_type]"),
  refused(
    "16,001 chunks",
    contextualizedBody({ input: [times(16_000, "a"), ["a"]] }),
    "input: expected at most 16000 chunks in all documents, got 16001 [too_long]"
  ),
  refused(
    "127 dimensions",
    contextualizedBody({ dimensions: 127 }),
    "dimensions: expected a whole number of at least 128 [greater_than_equal]"
  ),
  refused(
    "1025 dimensions of the 0.6b model",
    contextualizedBody({ dimensions: 1025 }),
    `dimensions: expected at most 1024 for ${contextualizedSmall}, got 1025 [less_than_equal]`
  ),
  refused(
    "2561 dimensions of the 4b model",
    contextualizedBody({ model: contextualizedLarge, dimensions: 2561 }),
    `dimensions: expected at most 2560 for ${contextualizedLarge}, got 2561 [less_than_equal]`
  ),
  refused(
    "half a dimension",
    contextualizedBody({ dimensions: 128.5 }),
    "dimensions: expected an integer [int_type]"
  ),
  refused(
    "dimensions as text",
    contextualizedBody({ dimensions: "128" }),
    "dimensions: expected number [float_type]"
  ),
  refused(
    "null dimensions",
    contextualizedBody({ dimensions: null }),
    "dimensions: expected number [float_type]"
  ),
  refused(
    "an unknown encoding",
    contextualizedBody({ encoding_format: "float" }),
    "encoding_format: expected one of base64_int8, base64_binary [literal_error]"
  ),
  refused(
    "a document of 32,769 tokens",
    contextualizedBody({ input: [["a"], ["tokens:32768", "a"]] }),
    `input[1]: ${over(32_768, "a document", 32_769)} [too_long]`
  ),
  refused(
    "120,001 tokens in all",
    contextualizedBody({ input: [...most, "a"].map((text) => [text]) }),
    `input: ${over(120_000, "in all", 120_001)} [too_long]`
  ),
  refused(
    "both too long a document and too many tokens",
    contextualizedBody({ input: [["tokens:200000"]] }),
    `input[0]: ${over(32_768, "a document", 200_000)} [too_long]`,
    `input: ${over(120_000, "in all", 200_000)} [too_long]`
  ),
  refusedTexts("the empty text", embeddingsBody({ input: "" }), `input: ${empty} [string_too_short]`),
  refusedTexts(
    "an empty text in a list",
    embeddingsBody({ input: ["a", ""] }),
    `input[1]: ${empty} [string_too_short]`
  ),
  refusedTexts("no text", embeddingsBody({ input: [] }), "input: expected at least 1 text [too_short]"),
  refusedTexts(
    "513 texts",
    embeddingsBody({ input: times(513, "a") }),
    "input: expected at most 512 texts [too_long]"
  ),
  refusedTexts(
    "an input that is no text",
    embeddingsBody({ input: 1 }),
    "input: expected a string or an array of strings [value_error]"
  ),
  {
    ...refusedTexts(
      "a contextualized model",
      embeddingsBody({ model: contextualizedSmall }),
      "model: expected one of svc-embed-v1-0.6b, svc-embed-v1-4b [literal_error]"
    ),
    by: "server"
  },
  refusedTexts(
    "1025 dimensions of the 0.6b model",
    embeddingsBody({ dimensions: 1025 }),
    `dimensions: expected at most 1024 for ${embeddingsSmall}, got 1025 [less_than_equal]`
  ),
  refusedTexts(
    "a text of 32,769 tokens",
    embeddingsBody({ input: "tokens:32769" }),
    `input: ${over(32_768, "a document", 32_769)} [too_long]`
  ),
  refusedTexts(
    "a listed text of 32,769 tokens",
    embeddingsBody({ input: ["a", "tokens:32769"] }),
    `input[1]: ${over(32_768, "a document", 32_769)} [too_long]`
  ),
  refusedTexts(
    "120,001 tokens",
    embeddingsBody({ input: [...most, "a"] }),
    `input: ${over(120_000, "in all", 120_001)} [too_long]`
  )
]
