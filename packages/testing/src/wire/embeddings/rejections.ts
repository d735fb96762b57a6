// Embeddings requests that are rejected, each limit one beyond its bound, and the list of problems of each.
import { identified, type WireCase } from "../WireCase.ts"
import {
  asking,
  askingPlain,
  contextualized,
  large,
  most,
  plainPath,
  plainSmall,
  small,
  times
} from "./requests.ts"

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

const tooShort = "expected a value with a length of at least 1"
const over = (limit: number, what: string, got: number) =>
  `expected at most ${limit} tokens ${what}, got ${got}`

/** Requests that are rejected with 422. */
export const embeddingsRejections: ReadonlyArray<WireCase> = [
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
