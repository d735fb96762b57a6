// Embeddings requests that are rejected, each limit one beyond its bound, and the list of problems of each.
import { byServer, detail, detailWithError, refusalsWith, type WireCase } from "../WireCase.ts"
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

/** Requests that are rejected with 422. */
export const embeddingsRejections: ReadonlyArray<WireCase> = [
  refuse("", "[0]: JSON decode error [json_invalid]"),
  refuse("[]", "expected object [dict_type]"),
  refuse("{}", "input: field required [missing]", "model: field required [missing]"),
  refused({ user: "a" }, "user: unknown field [extra_forbidden]"),
  byServer(
    refused(
      { model: "x" },
      `model: expected one of ${contextualizedSmall}, ${contextualizedLarge} [literal_error]`
    )
  ),
  refused({ input: [] }, "input: expected at least 1 document [too_short]"),
  refused({ input: times(513, ["a"]) }, "input: expected at most 512 documents [too_long]"),
  refused({ input: [["a"], []] }, "input[1]: expected at least 1 chunk [too_short]"),
  refused({ input: [["a"], ["a", ""]] }, `input[1][1]: ${empty}`),
  refused({ input: [[1]] }, "input[0][0]: expected string [string_type]"),
  refused({ input: ["a"] }, "input[0]: expected array [list_type]"),
  refused(
    { input: [times(16_000, "a"), ["a"]] },
    "input: expected at most 16000 chunks in all documents, got 16001 [too_long]"
  ),
  refused({ dimensions: 127 }, "dimensions: expected a whole number of at least 128 [greater_than_equal]"),
  ...(
    [
      [contextualizedSmall, 1024],
      [contextualizedLarge, 2560]
    ] as const
  ).map(([model, size]) =>
    refused(
      { model, dimensions: size + 1 },
      `dimensions: expected at most ${size} for ${model}, got ${size + 1} [less_than_equal]`
    )
  ),
  refused({ dimensions: 128.5 }, "dimensions: expected an integer [int_type]"),
  refused(
    { encoding_format: "float" },
    "encoding_format: expected one of base64_int8, base64_binary [literal_error]"
  ),
  refused({ input: [...most, "a"].map((text) => [text]) }, `input: ${over(120_000, "in all", 120_001)}`),
  refused(
    { input: [["a"], ["tokens:32768", "a"], ...most.map((text) => [text])] },
    `input[1]: ${over(32_768, "a document", 32_769)}`,
    `input: ${over(120_000, "in all", 152_770)}`
  ),
  refusedTexts({ input: ["a", ""] }, `input[1]: ${empty}`),
  refusedTexts({ input: [] }, "input: expected at least 1 text [too_short]"),
  refusedTexts({ input: times(513, "a") }, "input: expected at most 512 texts [too_long]"),
  refusedTexts({ input: 1 }, "input: expected a string or an array of strings [value_error]"),
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
