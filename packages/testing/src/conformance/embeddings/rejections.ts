// Requests that every embeddings implementation rejects.
import { refuses, refusesPlain, small, type EmbeddingsCase } from "./calls.ts"

/** About five tokens by any count. */
const words = (tokens: number) => "harbour ".repeat(tokens)

/** Rejections. */
export const embeddingsRejections: ReadonlyArray<EmbeddingsCase> = [
  refuses("no document", { input: [] }),
  refuses("the 513th document", { input: Array.from({ length: 513 }, () => ["a"]) }),
  refuses("a document without chunks", { input: [["a"], []] }),
  refuses("an empty chunk", { input: [["a", ""]] }),
  refuses("the 16,001st chunk", { input: [["a"], Array.from({ length: 16_000 }, () => "a")] }),
  refuses("an unknown model", { model: "svc-embed-v1-0.6b" }),
  refuses("127 dimensions", { dimensions: 127 }),
  refuses("the 1025th dimension of the 0.6b model", { dimensions: 1025 }),
  refuses("the 2561st dimension of the 4b model", { dimensions: 2561, model: "svc-embed-context-v1-4b" }),
  refuses("half a dimension", { dimensions: 128.5 }),
  refuses("an unknown encoding", { encoding_format: "float" }),
  refuses("an unknown field", { user: "a" }),
  refuses("a plain list of texts", { input: ["a"] }),
  refuses("a document far over 32,768 tokens", { input: [["a"], [words(40_000)]] }),
  refuses("far more than 120,000 tokens in all", { input: Array.from({ length: 6 }, () => [words(25_000)]) }),
  refusesPlain("no text", { input: [] }),
  refusesPlain("the empty text", { input: "" }),
  refusesPlain("an empty text in a list", { input: ["a", ""] }),
  refusesPlain("the 513th text", { input: Array.from({ length: 513 }, () => "a") }),
  refusesPlain("an unknown model", { model: small }),
  refusesPlain("a list of lists", { input: [["a"]] }),
  refusesPlain("the 1025th dimension of the 0.6b model", { dimensions: 1025 }),
  refusesPlain("a text far over 32,768 tokens", { input: words(40_000) })
]
