// Detects the language of a text.
import { detect } from "tinyld/light"

/** Characters that are examined. */
const sampleLength = 1_000

/**
 * The ISO 639-1 code of a text, one of 24 languages; `undefined` when it has no words. Texts of one or two words are
 * often taken for another language, and Danish for Norwegian.
 */
export const detectLanguage = (text: string): string | undefined =>
  detect(text.slice(0, sampleLength)) || undefined
