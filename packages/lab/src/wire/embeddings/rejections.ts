// Embeddings requests that are rejected, each limit one beyond its bound, and the list of problems of each.
import { byServer, casesWith, detail, detailWithError, type WireCase } from "../WireCase.ts"
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

const refusal = (resource: string, path: string, asking: (fields: object) => string) => {
  const made = casesWith(`${resource}: `, { path })
  return (name: string, fields: object | string, ...issues: ReadonlyArray<string>): WireCase => {
    const body = typeof fields === "string" ? fields : asking(fields)
    const answer = resource === "embeddings" ? detailWithError(...issues) : detail(...issues)
    return made(`${name} is 422`, body, 422, answer, /tokens:\d/.test(body) ? { by: "fake" } : {})
  }
}
const refused = refusal("contextualized embeddings", contextualizedPath, contextualizedBody)
const refusedTexts = refusal("embeddings", embeddingsPath, embeddingsBody)
const empty = "expected a text that is not empty [string_too_short]"
const over = (limit: number, what: string, got: number) =>
  `expected at most ${limit} tokens ${what}, got ${got} [too_long]`

/** Requests that are rejected with 422. */
export const embeddingsRejections: ReadonlyArray<WireCase> = [
  refused("an empty body", "", "[0]: JSON decode error [json_invalid]"),
  refused("a body that is no object", "[]", "expected object [dict_type]"),
  refused(
    "a body without fields",
    "{}",
    "input: field required [missing]",
    "model: field required [missing]"
  ),
  refused("an unknown field", { user: "a" }, "user: unknown field [extra_forbidden]"),
  byServer(
    refused(
      "an unknown model",
      { model: "x" },
      `model: expected one of ${contextualizedSmall}, ${contextualizedLarge} [literal_error]`
    )
  ),
  refused("no document", { input: [] }, "input: expected at least 1 document [too_short]"),
  refused("513 documents", { input: times(513, ["a"]) }, "input: expected at most 512 documents [too_long]"),
  refused("no chunk", { input: [["a"], []] }, "input[1]: expected at least 1 chunk [too_short]"),
  refused("an empty chunk", { input: [["a"], ["a", ""]] }, `input[1][1]: ${empty}`),
  refused("a chunk that is no text", { input: [[1]] }, "input[0][0]: expected string [string_type]"),
  refused("a text in place of a document", { input: ["a"] }, "input[0]: expected array [list_type]"),
  refused(
    "16,001 chunks",
    { input: [times(16_000, "a"), ["a"]] },
    "input: expected at most 16000 chunks in all documents, got 16001 [too_long]"
  ),
  refused(
    "127 dimensions",
    { dimensions: 127 },
    "dimensions: expected a whole number of at least 128 [greater_than_equal]"
  ),
  ...(
    [
      [contextualizedSmall, 1024],
      [contextualizedLarge, 2560]
    ] as const
  ).map(([model, size]) =>
    refused(
      `${size + 1} dimensions of ${model}`,
      { model, dimensions: size + 1 },
      `dimensions: expected at most ${size} for ${model}, got ${size + 1} [less_than_equal]`
    )
  ),
  refused("half a dimension", { dimensions: 128.5 }, "dimensions: expected an integer [int_type]"),
  refused(
    "an unknown encoding",
    { encoding_format: "float" },
    "encoding_format: expected one of base64_int8, base64_binary [literal_error]"
  ),
  refused(
    "120,001 tokens in all",
    { input: [...most, "a"].map((text) => [text]) },
    `input: ${over(120_000, "in all", 120_001)}`
  ),
  refused(
    "too long a document and too many tokens",
    { input: [["a"], ["tokens:32768", "a"], ...most.map((text) => [text])] },
    `input[1]: ${over(32_768, "a document", 32_769)}`,
    `input: ${over(120_000, "in all", 152_770)}`
  ),
  refusedTexts("an empty text in a list", { input: ["a", ""] }, `input[1]: ${empty}`),
  refusedTexts("no text", { input: [] }, "input: expected at least 1 text [too_short]"),
  refusedTexts("513 texts", { input: times(513, "a") }, "input: expected at most 512 texts [too_long]"),
  refusedTexts(
    "an input that is no text",
    { input: 1 },
    "input: expected a string or an array of strings [value_error]"
  ),
  byServer(
    refusedTexts(
      "a contextualized model",
      { model: contextualizedSmall },
      "model: expected one of svc-embed-v1-0.6b, svc-embed-v1-4b [literal_error]"
    )
  ),
  refusedTexts(
    "1025 dimensions of the 0.6b model",
    { dimensions: 1025 },
    `dimensions: expected at most 1024 for ${embeddingsSmall}, got 1025 [less_than_equal]`
  ),
  refusedTexts(
    "a text of 32,769 tokens",
    { input: "tokens:32769" },
    `input: ${over(32_768, "a document", 32_769)}`
  ),
  refusedTexts("120,001 tokens", { input: [...most, "a"] }, `input: ${over(120_000, "in all", 120_001)}`)
]
