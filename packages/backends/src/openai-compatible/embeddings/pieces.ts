// The tokens of a text as bytes, by the tokenizer of each program.
// Assumed: ours.
import { bytesOf } from "@leadline/core/internal"
import { mapStatus } from "../../http/mapStatus.ts"
import * as Effect from "effect/Effect"
import { listAt, numberAt, valueAt } from "../../json/unknownJson.ts"
import type { ModelServer } from "../server/ModelServer.ts"
import type { Software } from "../server/ServerInfo.ts"
import type { Pieces } from "./spans.ts"

const isVisible = (byte: number) =>
  (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255)

/** The characters by which byte-level tokenizers write the bytes that are no visible Latin-1 character. */
const byteOfCharacter: ReadonlyMap<string, number> = (() => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const hidden = bytes.filter((byte) => !isVisible(byte))
  return new Map(
    bytes.map((byte) => [String.fromCharCode(isVisible(byte) ? byte : 256 + hidden.indexOf(byte)), byte])
  )
})()

const byteToken = /^<0x([0-9a-f]{2})>$/i

/** The bytes of a token as a tokenizer stores it: `Ġto`, `▁to` and `<0x0A>` are ` to`, ` to` and a line break. */
export const bytesOfStored = (token: string): Uint8Array => {
  const [, hex] = byteToken.exec(token) ?? []
  if (hex !== undefined) return Uint8Array.of(Number.parseInt(hex, 16))
  if (token.includes("▁")) return bytesOf(token.replaceAll("▁", " "))
  const bytes = [...token].map((character) => byteOfCharacter.get(character))
  return bytes.every((byte) => byte !== undefined) ? Uint8Array.from(bytes) : bytesOf(token)
}

const fromLlama = (answer: unknown): Pieces =>
  listAt(answer, "tokens").map((token) => {
    const piece = valueAt(token, "piece")
    return Array.isArray(piece) ? Uint8Array.from(piece) : bytesOf(typeof piece === "string" ? piece : "")
  })

const fromVllm = (answer: unknown): Pieces =>
  listAt(answer, "token_strs").map((token) => bytesOfStored(typeof token === "string" ? token : ""))

/** Text Embeddings Inference says where each token stands, in characters. */
const fromTei = (answer: unknown, text: string): Pieces => {
  const characters = [...text]
  return listAt(answer, 0).map((token) => {
    const start = numberAt(token, "start")
    const stop = numberAt(token, "stop")
    if (valueAt(token, "special") === true || start === undefined || stop === undefined)
      return new Uint8Array(0)
    return bytesOf(characters.slice(start, stop).join(""))
  })
}

interface Tokenizer {
  readonly body: (text: string, model: string) => object
  readonly read: (answer: unknown, text: string) => Pieces
  readonly count: (answer: unknown) => number
}

const tokenizers: { readonly [program in Software]?: Tokenizer } = {
  "llama.cpp": {
    body: (content) => ({ content, add_special: true, parse_special: true, with_pieces: true }),
    read: fromLlama,
    count: (answer) => listAt(answer, "tokens").length
  },
  vLLM: {
    body: (prompt, model) => ({ model, prompt, add_special_tokens: true, return_token_strs: true }),
    read: fromVllm,
    count: (answer) => numberAt(answer, "count") ?? listAt(answer, "tokens").length
  },
  TEI: {
    body: (inputs) => ({ inputs: [inputs], add_special_tokens: true }),
    read: fromTei,
    count: (answer) => listAt(answer, 0).length
  }
}

const tokenize = (server: ModelServer, body: object) =>
  server.client.probe({ path: "/tokenize", body }).pipe(Effect.mapError(mapStatus))

/** The bytes of each token of a text. Undefined: the program does not say. */
export const piecesOf = (server: ModelServer, software: Software, model: string, text: string) => {
  const tokenizer = tokenizers[software]
  if (tokenizer === undefined) return Effect.void
  return Effect.map(tokenize(server, tokenizer.body(text, model)), (answer) => tokenizer.read(answer, text))
}

/** The tokens of a text. Undefined: the program has no tokenizer for others. */
export const countTokens = (server: ModelServer, software: Software, model: string, text: string) => {
  const tokenizer = tokenizers[software]
  if (tokenizer === undefined) return Effect.void
  return Effect.map(tokenize(server, tokenizer.body(text, model)), (answer) => tokenizer.count(answer))
}
