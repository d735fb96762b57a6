// Parses a regular expression into a syntax tree.

/** A node of the syntax tree. */
export type PatternNode =
  | { readonly kind: "set"; readonly has: (sign: number) => boolean; readonly sample: string }
  | { readonly kind: "all"; readonly nodes: ReadonlyArray<PatternNode> }
  | { readonly kind: "any"; readonly nodes: ReadonlyArray<PatternNode> }
  | { readonly kind: "repeat"; readonly node: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: "start" }
  | { readonly kind: "end" }

type Range = readonly [from: number, to: number]

const maxCount = 500
const maxNesting = 50

const ranges = (text: string): ReadonlyArray<Range> =>
  Array.from(text.matchAll(/(.)-(.)/gsu), ([, from = "", to = ""]): Range => [
    from.codePointAt(0) ?? 0,
    to.codePointAt(0) ?? 0
  ])

const classes: { readonly [name: string]: ReadonlyArray<Range> } = {
  d: ranges("0-9"),
  w: ranges("a-zA-Z0-9_-_"),
  s: ranges("\t-\r - \u00a0-\u00a0\u2028-\u2029")
}

/** The ranges in order, those that touch as one. */
const merged = (parts: ReadonlyArray<Range>): ReadonlyArray<Range> => {
  const found: Array<[number, number]> = []
  for (const [from, to] of parts.toSorted(([a], [b]) => a - b)) {
    const last = found.at(-1)
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else found.push([from, to])
  }
  return found
}

/** Whether one of ordered ranges has a code point, by halving. */
const isInRanges = (parts: ReadonlyArray<Range>, sign: number): boolean => {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle]?.[1] ?? 0) < sign) low = middle + 1
    else high = middle
  }
  return (parts[low]?.[0] ?? Infinity) <= sign
}

const characterSet = (parts: ReadonlyArray<Range>, negated: boolean): PatternNode => {
  const ordered = merged(parts)
  const has = (sign: number): boolean => isInRanges(ordered, sign) !== negated
  const samples = [...parts.map(([from]) => from), ..."a0 -_.A/".split("").map((sign) => sign.charCodeAt(0))]
  const sample = samples.find(has) ?? 0x2a
  return { kind: "set", has, sample: String.fromCodePoint(sample) }
}

const complement = (parts: ReadonlyArray<Range>): ReadonlyArray<Range> => {
  let next = 0
  const found: Array<Range> = []
  for (const [from, to] of parts.toSorted(([a], [b]) => a - b)) {
    if (from > next) found.push([next, from - 1])
    next = Math.max(next, to + 1)
  }
  return [...found, [next, 0x10ffff]]
}

const codePointOf = (sign: string): number => sign.codePointAt(0) ?? 0
const escapes: { readonly [name: string]: number } = { n: 10, r: 13, t: 9, f: 12, v: 11, "0": 0 }

/** Parses a pattern; `undefined` for unsupported syntax. */
export const parsePattern = (source: string): PatternNode | undefined => {
  const characters = Array.from(source)
  let at = 0
  let nesting = 0

  /** The escape sequence after a backslash, as ranges. */
  const escaped = (): ReadonlyArray<Range> | undefined => {
    const sign = characters[at++]
    if (sign === undefined) return undefined
    const known = Object.hasOwn(classes, sign.toLowerCase()) ? classes[sign.toLowerCase()] : undefined
    if (known !== undefined) return sign === sign.toLowerCase() ? known : complement(known)
    if (Object.hasOwn(escapes, sign)) return [[escapes[sign] ?? 0, escapes[sign] ?? 0]]
    const digits = sign === "u" ? 4 : sign === "x" ? 2 : 0
    const hex = characters.slice(at, at + digits).join("")
    if (digits > 0) {
      if (!/^[0-9a-f]+$/i.test(hex) || hex.length !== digits) return undefined
      at += digits
      return [[Number.parseInt(hex, 16), Number.parseInt(hex, 16)]]
    }
    return /[a-zA-Z0-9]/.test(sign) ? undefined : [[codePointOf(sign), codePointOf(sign)]]
  }

  const bracket = (): PatternNode | undefined => {
    const negated = characters[at] === "^"
    if (negated) at++
    const parts: Array<Range> = []
    while (at < characters.length && characters[at] !== "]") {
      const sign = characters[at++] ?? ""
      const from: ReadonlyArray<Range> | undefined =
        sign === "\\" ? escaped() : [[codePointOf(sign), codePointOf(sign)]]
      if (from === undefined) return undefined
      const single = from.length === 1 && from[0]?.[0] === from[0]?.[1]
      if (
        !single ||
        characters[at] !== "-" ||
        characters[at + 1] === "]" ||
        characters[at + 1] === undefined
      ) {
        parts.push(...from)
        continue
      }
      at++
      const last = characters[at++] ?? ""
      const to: ReadonlyArray<Range> | undefined =
        last === "\\" ? escaped() : [[codePointOf(last), codePointOf(last)]]
      if (to === undefined || to.length !== 1) return undefined
      const range: Range = [from[0]?.[0] ?? 0, to[0]?.[1] ?? 0]
      if (range[0] > range[1]) return undefined
      parts.push(range)
    }
    if (characters[at++] !== "]") return undefined
    return characterSet(parts, negated)
  }

  const atom = (): PatternNode | undefined => {
    const sign = characters[at++] ?? ""
    if (sign === "^") return { kind: "start" }
    if (sign === "$") return { kind: "end" }
    if (sign === ".")
      return characterSet(
        [
          [10, 10],
          [13, 13],
          [0x2028, 0x2029]
        ],
        true
      )
    if (sign === "[") return bracket()
    if (sign === "\\") {
      const parts = escaped()
      return parts === undefined ? undefined : characterSet(parts, false)
    }
    if (sign === "(") {
      if (characters[at] === "?") {
        if (characters[at + 1] !== ":") return undefined
        at += 2
      }
      if (++nesting > maxNesting) return undefined
      const inner = alternatives()
      nesting--
      return characters[at++] === ")" ? inner : undefined
    }
    return "*+?{}".includes(sign) ? undefined : characterSet([[codePointOf(sign), codePointOf(sign)]], false)
  }

  const counts = (): readonly [number, number] | undefined => {
    const sign = characters[at]
    const simple = { "*": [0, Infinity], "+": [1, Infinity], "?": [0, 1] } as const
    if (sign === "*" || sign === "+" || sign === "?") {
      at++
      return simple[sign]
    }
    if (sign !== "{") return [1, 1]
    const close = characters.indexOf("}", at)
    const [, from, comma, to] =
      /^\{(\d{1,4})(,?)(\d{0,4})\}$/.exec(characters.slice(at, close + 1).join("")) ?? []
    if (close < 0 || from === undefined) return undefined
    at = close + 1
    const min = Number(from)
    const max = comma === "" ? min : to === "" ? Infinity : Number(to)
    return min > max || min > maxCount || (max > maxCount && max !== Infinity) ? undefined : [min, max]
  }

  const sequence = (): PatternNode | undefined => {
    const nodes: Array<PatternNode> = []
    while (at < characters.length && characters[at] !== "|" && characters[at] !== ")") {
      const node = atom()
      if (node === undefined) return undefined
      const bounds = counts()
      if (bounds === undefined) return undefined
      // A lazy quantifier matches the same texts; a second quantifier is an error.
      if (
        characters[at - 1] !== undefined &&
        /[*+?}]/.test(characters[at - 1] ?? "") &&
        characters[at] === "?"
      )
        at++
      const [min, max] = bounds
      nodes.push(min === 1 && max === 1 ? node : { kind: "repeat", node, min, max })
    }
    return { kind: "all", nodes }
  }

  const alternatives = (): PatternNode | undefined => {
    const nodes: Array<PatternNode> = []
    for (;;) {
      const node = sequence()
      if (node === undefined) return undefined
      nodes.push(node)
      if (characters[at] !== "|") break
      at++
    }
    return { kind: "any", nodes }
  }

  const root = alternatives()
  return at === characters.length ? root : undefined
}
