// Detects the language of a text.
import { detect } from "tinyld/light"

/** Characters that are examined. */
const sampleLength = 1_000

/**
 * The ISO 639-1 code of the language of a text, one of 24; `undefined` when it has no words. Detection is unreliable for texts
 * of one or two words, and between Danish and Norwegian.
 */
export const detectLanguage = (text: string): string | undefined =>
  detect(text.slice(0, sampleLength)) || undefined
