// Finds secrets in what a caller is given.
import { inspect } from "node:util"
import { canaryKey, canaryPrompt } from "./operations.ts"

const texts = (value: unknown): ReadonlyArray<string> =>
  value instanceof Error
    ? [
        value.message,
        value.stack ?? "",
        JSON.stringify(value),
        inspect(value, { depth: 10 }),
        ...texts(value.cause)
      ]
    : [inspect(value, { depth: 10 })]

/** The texts of an error that contain the key or the prompt: message, stack, JSON, inspection, and the same of its causes. */
export const leaks = (error: unknown): ReadonlyArray<string> =>
  texts(error).filter((text) => text.includes(canaryKey) || text.includes(canaryPrompt))
