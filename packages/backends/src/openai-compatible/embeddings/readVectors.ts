// Reads vectors from the answers of model servers. Pure.
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import { listAt, numberAt, textAt, valueAt } from "../../json/unknownJson.ts"

/** A vector of a text or of a token. */
export type Vector = ReadonlyArray<number>

const isVector = (value: unknown): value is Vector =>
  Array.isArray(value) && value.length > 0 && value.every((component) => Number.isFinite(component))

/** Little-endian floats of four bytes, as base64. */
const fromBase64 = (text: string): Vector | undefined => {
  const decoded = Base64.decode(text)
  if (Result.isFailure(decoded)) return undefined
  const { buffer, byteLength, byteOffset } = decoded.success
  if (byteLength === 0 || byteLength % 4 !== 0) return undefined
  const view = new DataView(buffer, byteOffset, byteLength)
  const vector = Array.from({ length: byteLength / 4 }, (_, at) => view.getFloat32(at * 4, true))
  return isVector(vector) ? vector : undefined
}

/** The vectors of `/v1/embeddings` in the order of its input, and the tokens counted. Undefined: other than asked. */
export const readVectors = (
  answer: unknown,
  count: number
): { readonly vectors: ReadonlyArray<Vector>; readonly tokens: number | undefined } | undefined => {
  const vectors: Array<Vector | undefined> = Array.from({ length: count }, () => undefined)
  for (const [place, entry] of listAt(answer, "data").entries()) {
    const text = textAt(entry, "embedding")
    const vector = text === undefined ? valueAt(entry, "embedding") : fromBase64(text)
    const index = numberAt(entry, "index") ?? place
    // An index far beyond the list would make it as long.
    if (!(index < count)) return undefined
    if (isVector(vector)) vectors[index] = vector
  }
  const found = vectors.filter((vector) => vector !== undefined)
  if (found.length !== count) return undefined
  return { vectors: found, tokens: numberAt(answer, "usage", "prompt_tokens") }
}

const areVectors = (value: unknown): value is ReadonlyArray<Vector> =>
  Array.isArray(value) && value.length > 0 && value.every(isVector)

/** The vectors of all tokens of one text, wherever a server puts them. */
export const readTokenVectors = (answer: unknown): ReadonlyArray<Vector> | undefined => {
  const places = [valueAt(answer, 0, "embedding"), valueAt(answer, "data", 0, "data"), valueAt(answer, 0)]
  return places.find(areVectors)
}

/** A vector of which the largest component is 1 or -1: signed bytes then say most about it, and its direction is the same. */
export const scaled = (vector: Vector): Vector => {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return largest === 0 ? vector : vector.map((value) => value / largest)
}

/** The mean of vectors, {@link scaled}. */
export const meanOf = (vectors: ReadonlyArray<Vector>): Vector => {
  const [first = []] = vectors
  const sums = first.map(() => 0)
  for (const vector of vectors)
    for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (vector[at] ?? 0)
  return scaled(sums)
}
