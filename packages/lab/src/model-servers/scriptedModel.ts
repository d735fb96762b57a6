// A scripted language model: a fixed distribution over tokens for each prompt, and a fixed vector for each token.

/** 32 bits of a text, FNV-1a. */
export const hashOf = (text: string, seed = 0x811c9dc5): number => {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Words with the space before them, and single signs. */
export const tokensOf = (text: string): ReadonlyArray<string> => text.match(/ ?[\p{L}\p{N}_]+|[\s\S]/gu) ?? []

const labels = [..."ABCDEFGHIJKLMNOP0123456789"]
const vocabulary: ReadonlyArray<string> = [
  ...labels,
  ...labels.map((label) => ` ${label}`),
  ..."yes,no,Yes,No, yes, no,The, the,It,\n,Based,a,b,This".split(",")
]

/** The vocabulary index of a token; -1: it has several tokens. */
export const idOf = (token: string): number => vocabulary.indexOf(token)

const lineOf = (prompt: string, token: string): string => {
  const bare = token.trim().toLowerCase()
  return prompt.split("\n").find((line) => line.toLowerCase().startsWith(`${bare} `)) ?? ""
}

/** The natural log-probability of each token after a prompt, likeliest first. A label is likely by the line that explains it. */
export const distribution = (prompt: string) => {
  const listed = prompt.slice(prompt.lastIndexOf("#labels"))
  const evidence = prompt.slice(0, prompt.lastIndexOf("#labels"))
  const logits = vocabulary.map((token) => {
    const line = lineOf(listed, token)
    const seed = hashOf(evidence)
    const noise = (hashOf(`${line}|${token.trim().toLowerCase()}`, seed) % 1000) / 250
    return line === "" ? noise - 8 : noise + (token.startsWith(" ") ? -2 : 2)
  })
  const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0))
  return vocabulary
    .map((token, id) => ({ id, token, logprob: (logits[id] ?? 0) - total }))
    .toSorted((left, right) => right.logprob - left.logprob)
}

/** The vector of a token: components from -1 to 1, to three decimals. */
export const vectorOf = (token: string, dimensions: number): ReadonlyArray<number> => {
  let state = hashOf(token) || 1
  return Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.round((state / 2147483648 - 1) * 1000) / 1000
  })
}

/** The mean of vectors, divided by its length. */
export const meanOf = (vectors: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> => {
  const [first = []] = vectors
  const sums = first.map((_, at) => vectors.reduce((sum, vector) => sum + (vector[at] ?? 0), 0))
  const length = Math.hypot(...sums) || 1
  return sums.map((sum) => Math.round((sum / length) * 1e6) / 1e6)
}
