// Checks the base64 of vectors. Pure arithmetic.
// Source: §2.7, §4.6.
import type { EncodingFormat } from "./schema.ts"

/** The standard alphabet. */
export const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** A character outside of the alphabet. A search for one takes less time than a table of characters. */
const foreign = /[^A-Za-z0-9+/]/

/** Bytes of a packed vector. */
export const bytesOf = (dimensions: number, format: EncodingFormat): number =>
  format === "base64_int8" ? dimensions : Math.ceil(dimensions / 8)

/** Is the text the padded base64 of a vector of so many components? */
export const fits = (text: string, dimensions: number, format: EncodingFormat): boolean => {
  const bytes = bytesOf(dimensions, format)
  const padding = (3 - (bytes % 3)) % 3
  const end = text.length - padding
  if (text.length !== ((bytes + padding) / 3) * 4 || !text.endsWith("=".repeat(padding))) return false
  return !foreign.test(text.slice(0, end))
}
