// Texts of callers in columns. PostgreSQL has no NUL in a text, and no UTF-8 has halves of surrogate pairs: both are
// written as an escape, on SQLite too, so that rows can be copied. JSON has escapes of its own, and needs none.

/** A character that Unicode reserves for programs. */
const mark = "\u{10ffff}"
const unstorable = new RegExp(`[\\0${mark}\\p{Surrogate}]`, "gu")
const escaped = new RegExp(`${mark}([0-9a-f]{6})`, "gu")

/** A text as it is stored, and looked for. */
export const toStored = (text: string): string =>
  text.replace(unstorable, (one) => mark + (one.codePointAt(0) ?? 0).toString(16).padStart(6, "0"))

/** The text of a column. */
export const fromStored = (stored: string): string =>
  stored.replace(escaped, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
