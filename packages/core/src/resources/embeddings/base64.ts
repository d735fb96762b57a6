// Checks the base64 of vectors.
// Source: §2.7, §4.6.
import type { EncodingFormat } from "./schema.ts"

/** A global of every supported runtime. It skips whitespace, and throws at what is no base64. */
declare const atob: (text: string) => { readonly length: number }

/** Bytes of a packed vector. */
export const bytesOf = (dimensions: number, format: EncodingFormat): number =>
  format === "base64_int8" ? dimensions : Math.ceil(dimensions / 8)

/** Is the text the padded base64 of a vector of so many components? */
export const fits = (text: string, dimensions: number, format: EncodingFormat): boolean => {
  const bytes = bytesOf(dimensions, format)
  const padding = (3 - (bytes % 3)) % 3
  if (text.length !== ((bytes + padding) / 3) * 4 || !text.endsWith("=".repeat(padding))) return false
  try {
    // A tenth of the time of a regular expression. Whitespace in it, or more padding, leaves fewer bytes.
    return atob(text).length === bytes
  } catch {
    return false
  }
}
