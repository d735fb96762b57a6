// Embeddings that are answered: each limit at its least and its most.
import { chunks as mostChunks, documents } from "@leadline/core/contextualized-embeddings"
import { texts } from "@leadline/core/embeddings"
import type { WireCase } from "../WireCase.ts"
import {
  contextualized,
  contextualizedBody,
  contextualizedSmall,
  embeddingsBody,
  embeddingsSmall,
  most,
  plain,
  times
} from "./requests.ts"

const answered = (name: string, fields: object, answer: unknown): WireCase =>
  contextualized(name, contextualizedBody(fields), 200, answer)
const answeredTexts = (name: string, fields: object, answer: unknown): WireCase =>
  plain(name, embeddingsBody(fields), 200, answer)

interface Shape {
  readonly data: ReadonlyArray<{ readonly data: ReadonlyArray<{ readonly embedding: string }> }>
  readonly usage: { readonly total_tokens: number; readonly cost: { readonly total_cost: number } }
}
const chunks = (count: number) => (answer: Shape) =>
  answer.data.reduce((sum, { data }) => sum + data.length, 0) === count
const costing =
  (tokens: number, cost: number) =>
  ({ usage }: Shape) =>
    usage.total_tokens === tokens && usage.cost.total_cost === cost

const usage = (tokens: number, cost: number) => ({
  prompt_tokens: tokens,
  total_tokens: tokens,
  cost: { input_cost: cost, total_cost: cost, currency: "USD" }
})

/** Requests that are answered with 200. */
export const embeddingsSuccesses: ReadonlyArray<WireCase> = [
  answered(
    "documents and chunks are answered in order, with usage and cost",
    {
      input: [["one two three", "four"], ["five six seven eight nine"]],
      dimensions: 128,
      encoding_format: "base64_binary"
    },
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
      model: contextualizedSmall,
      usage: usage(9, 7.2e-8)
    }
  ),
  answeredTexts(
    "a text is answered in a flat list",
    { dimensions: 128, encoding_format: "base64_binary" },
    {
      object: "list",
      data: [{ object: "embedding", index: 0, embedding: "AAAf//gAAf//gAAf//wAAA==" }],
      model: embeddingsSmall,
      usage: usage(1, 4e-9)
    }
  ),
  answered(
    `${documents.max} documents pass`,
    { input: times(documents.max, ["a"]), dimensions: 128 },
    chunks(documents.max)
  ),
  answered(
    `${mostChunks} chunks pass`,
    {
      input: [times(mostChunks - 1, "a"), ["a"]],
      dimensions: 128,
      encoding_format: "base64_binary"
    },
    chunks(mostChunks)
  ),
  answered(
    "32,768 tokens a document and 120,000 in all pass",
    { input: most.map((text) => [text]), dimensions: 128 },
    costing(120_000, 0.00096)
  ),
  answeredTexts(
    `${texts.max} texts pass`,
    { input: times(texts.max, "a"), dimensions: 128 },
    ({ data }: Shape) => data.length === texts.max
  ),
  answeredTexts(
    "120,000 tokens pass",
    { model: "svc-embed-v1-4b", input: most, dimensions: 128 },
    costing(120_000, 0.0036)
  )
]
