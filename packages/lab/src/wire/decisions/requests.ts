// Request bodies of the decisions wire cases.

export const noul = { type: "noul", instructions: "Is it?" }
export const asking = (questions: unknown, state: unknown = "") =>
  JSON.stringify({ model: "decider-27b", state, questions })
const counted = (count: number, one: (index: number) => readonly [string, unknown]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => one(index)))
export const options = (count: number) => counted(count, (index) => [`o${index}`, null])
export const levels = (count: number) => Array.from({ length: count }, (_, index) => `level ${index}`)
export const nouls = (count: number) => counted(count, (index) => [`q${index}`, noul])
export const wrapped = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`
export const padded = (bytes: number) => {
  const [before, after] = asking({ a: noul }, "@").split("@")
  return `${before}${"x".repeat(bytes - (before?.length ?? 0) - (after?.length ?? 0))}${after}`
}

export const image = (url: string) => [{ type: "image_url", image_url: { url } }]
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
export const png = `data:image/png;base64,${pixel}`
