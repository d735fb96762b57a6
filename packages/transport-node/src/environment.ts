// Client settings from environment variables.
import { type Check, checkOptions } from "@leadline/core/transport"

/** A variable. An empty one counts as not set. Throws a TypeError that names it if its value is invalid. */
export const read = (name: string, check: Check, text = process.env[name]): string | undefined => {
  const value = text || undefined
  checkOptions({ [name]: value }, { [name]: check })
  return value
}
