// A tiny model of the llama architecture with random weights, the same in every run. It knows nothing, but it is one.
import { writeFileSync } from "node:fs"
import { gguf, type Metadata, type Tensor } from "./gguf.ts"

/** Components of a vector: at least as many as the contract allows to ask for. */
const size = 256
const heads = 4
const layers = 2
const feedForward = 512
const contextLength = 4096

/** Pooling of llama.cpp: 0 is none, 1 the mean, 3 the last token. */
export const pooling = { none: 0, mean: 1, last: 3 } as const

const control = ["<unk>", "<s>", "</s>"]
const bytes = Array.from(
  { length: 256 },
  (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`
)
const signs = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).filter(
  (sign) => sign !== " "
)
// A word is merged from its parts, so these are tokens as well.
const words = ["ye", "yes", "no", "Ye", "Yes", "No", "th", "the", "er", "in", "is"]
const spaced = [...signs, ...words].map((piece) => `▁${piece}`)
const pieces = ["▁", ...signs, ...words, ...spaced]
const vocabulary = [...control, ...bytes, ...pieces]

/** Longer pieces are merged first. */
const scores = vocabulary.map((piece, id) => (id < control.length + bytes.length ? 0 : piece.length - 100))
const typeOf = (id: number): number => {
  if (id === 0) return 2
  if (id < control.length) return 3
  return id < control.length + bytes.length ? 6 : 1
}

/** Normally distributed numbers from a seed. */
const makeRandom = (seed: number): (() => number) => {
  let state = seed
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 4294967296
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

const isLabel = (piece: string): boolean => /^▁?([A-P]|[0-9]|yes|no)$/.test(piece)

/** The last layer of a model that likes labels after a colon, where prompts end: it leans to them from its vector. */
const leaningToLabels = ({ data, ...tensor }: Tensor, embedding: Tensor): Tensor => {
  const colon = vocabulary.indexOf(":") * size
  for (const [id, piece] of vocabulary.entries())
    if (isLabel(piece))
      for (let at = 0; at < size; at++)
        data[id * size + at] = (data[id * size + at] ?? 0) + 0.02 * (embedding.data[colon + at] ?? 0)
  return { ...tensor, data }
}

const tensorsOf = (random: () => number): ReadonlyArray<Tensor> => {
  const tensor = (name: string, shape: ReadonlyArray<number>, scale: number): Tensor => ({
    name,
    shape,
    data: Float32Array.from(
      { length: shape.reduce((product, one) => product * one, 1) },
      () => scale * random()
    )
  })
  const ones = (name: string): Tensor => ({ name, shape: [size], data: new Float32Array(size).fill(1) })
  const blocks = Array.from({ length: layers }, (_, index) => {
    const name = (part: string) => `blk.${index}.${part}.weight`
    return [
      ones(name("attn_norm")),
      tensor(name("attn_q"), [size, size], 0.08),
      tensor(name("attn_k"), [size, size], 0.08),
      tensor(name("attn_v"), [size, size], 0.06),
      tensor(name("attn_output"), [size, size], 0.06),
      ones(name("ffn_norm")),
      tensor(name("ffn_gate"), [size, feedForward], 0.06),
      tensor(name("ffn_up"), [size, feedForward], 0.06),
      tensor(name("ffn_down"), [feedForward, size], 0.06)
    ]
  })
  const embedding = tensor("token_embd.weight", [size, vocabulary.length], 1)
  return [
    embedding,
    ...blocks.flat(),
    ones("output_norm.weight"),
    leaningToLabels(tensor("output.weight", [size, vocabulary.length], 0.1), embedding)
  ]
}

const metadataOf = (poolingType: number): ReadonlyArray<Metadata> => [
  ["general.architecture", "string", "llama"],
  ["general.name", "string", "tiny-random"],
  ["general.file_type", "uint32", 0],
  ["llama.vocab_size", "uint32", vocabulary.length],
  ["llama.context_length", "uint32", contextLength],
  ["llama.embedding_length", "uint32", size],
  ["llama.block_count", "uint32", layers],
  ["llama.feed_forward_length", "uint32", feedForward],
  ["llama.rope.dimension_count", "uint32", size / heads],
  ["llama.attention.head_count", "uint32", heads],
  ["llama.attention.head_count_kv", "uint32", heads],
  ["llama.attention.layer_norm_rms_epsilon", "float32", 1e-5],
  ["llama.pooling_type", "uint32", poolingType],
  ["tokenizer.ggml.model", "string", "llama"],
  ["tokenizer.ggml.tokens", "string", vocabulary],
  ["tokenizer.ggml.scores", "float32", scores],
  ["tokenizer.ggml.token_type", "int32", vocabulary.map((_, id) => typeOf(id))],
  ["tokenizer.ggml.bos_token_id", "uint32", 1],
  ["tokenizer.ggml.eos_token_id", "uint32", 2],
  ["tokenizer.ggml.unknown_token_id", "uint32", 0],
  ["tokenizer.ggml.add_bos_token", "bool", true],
  ["tokenizer.ggml.add_eos_token", "bool", false]
]

/** Writes the model to a file. */
export const writeTinyModel = (path: string, poolingType: number = pooling.last): void =>
  writeFileSync(path, gguf(metadataOf(poolingType), tensorsOf(makeRandom(20261123))))
