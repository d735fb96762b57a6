// Parses a regular expression into a syntax tree: literals, classes, groups, alternatives, counts and both anchors.

/** A node of the syntax tree. */
export type Node =
  | { readonly kind: "set"; readonly has: (sign: number) => boolean; readonly sample: string }
  | { readonly kind: "all"; readonly nodes: ReadonlyArray<Node> }
  | { readonly kind: "any"; readonly nodes: ReadonlyArray<Node> }
  | { readonly kind: "repeat"; readonly node: Node; readonly min: number; readonly max: number }
  | { readonly kind: "start" }
  | { readonly kind: "end" }

type Range = readonly [from: number, to: number]

const mostCount = 500
const mostNesting = 50

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

const set = (parts: ReadonlyArray<Range>, negated: boolean): Node => {
  const has = (sign: number): boolean => parts.some(([from, to]) => sign >= from && sign <= to) !== negated
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

const point = (sign: string): number => sign.codePointAt(0) ?? 0
const escapes: { readonly [name: string]: number } = { n: 10, r: 13, t: 9, f: 12, v: 11, "0": 0 }

/** Reads a pattern; `undefined` for what is not of this kind. */
export const parse = (source: string): Node | undefined => {
  const signs = Array.from(source)
  let at = 0
  let nesting = 0

  /** What follows a backslash, as ranges. */
  const escaped = (): ReadonlyArray<Range> | undefined => {
    const sign = signs[at++]
    if (sign === undefined) return undefined
    const known = Object.hasOwn(classes, sign.toLowerCase()) ? classes[sign.toLowerCase()] : undefined
    if (known !== undefined) return sign === sign.toLowerCase() ? known : complement(known)
    if (Object.hasOwn(escapes, sign)) return [[escapes[sign] ?? 0, escapes[sign] ?? 0]]
    const digits = sign === "u" ? 4 : sign === "x" ? 2 : 0
    const hex = signs.slice(at, at + digits).join("")
    if (digits > 0) {
      if (!/^[0-9a-f]+$/i.test(hex) || hex.length !== digits) return undefined
      at += digits
      return [[Number.parseInt(hex, 16), Number.parseInt(hex, 16)]]
    }
    return /[a-zA-Z0-9]/.test(sign) ? undefined : [[point(sign), point(sign)]]
  }

  const bracket = (): Node | undefined => {
    const negated = signs[at] === "^"
    if (negated) at++
    const parts: Array<Range> = []
    while (at < signs.length && signs[at] !== "]") {
      const sign = signs[at++] ?? ""
      const from: ReadonlyArray<Range> | undefined = sign === "\\" ? escaped() : [[point(sign), point(sign)]]
      if (from === undefined) return undefined
      const single = from.length === 1 && from[0]?.[0] === from[0]?.[1]
      if (!single || signs[at] !== "-" || signs[at + 1] === "]" || signs[at + 1] === undefined) {
        parts.push(...from)
        continue
      }
      at++
      const last = signs[at++] ?? ""
      const to: ReadonlyArray<Range> | undefined = last === "\\" ? escaped() : [[point(last), point(last)]]
      if (to === undefined || to.length !== 1) return undefined
      const range: Range = [from[0]?.[0] ?? 0, to[0]?.[1] ?? 0]
      if (range[0] > range[1]) return undefined
      parts.push(range)
    }
    if (signs[at++] !== "]") return undefined
    return set(parts, negated)
  }

  const atom = (): Node | undefined => {
    const sign = signs[at++] ?? ""
    if (sign === "^") return { kind: "start" }
    if (sign === "$") return { kind: "end" }
    if (sign === ".")
      return set(
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
      return parts === undefined ? undefined : set(parts, false)
    }
    if (sign === "(") {
      if (signs[at] === "?") {
        if (signs[at + 1] !== ":") return undefined
        at += 2
      }
      if (++nesting > mostNesting) return undefined
      const inner = alternatives()
      nesting--
      return signs[at++] === ")" ? inner : undefined
    }
    return "*+?{}".includes(sign) ? undefined : set([[point(sign), point(sign)]], false)
  }

  const counts = (): readonly [number, number] | undefined => {
    const sign = signs[at]
    const simple = { "*": [0, Infinity], "+": [1, Infinity], "?": [0, 1] } as const
    if (sign === "*" || sign === "+" || sign === "?") {
      at++
      return simple[sign]
    }
    if (sign !== "{") return [1, 1]
    const close = signs.indexOf("}", at)
    const [, from, comma, to] = /^\{(\d{1,4})(,?)(\d{0,4})\}$/.exec(signs.slice(at, close + 1).join("")) ?? []
    if (close < 0 || from === undefined) return undefined
    at = close + 1
    const min = Number(from)
    const max = comma === "" ? min : to === "" ? Infinity : Number(to)
    return min > max || min > mostCount || (max > mostCount && max !== Infinity) ? undefined : [min, max]
  }

  const sequence = (): Node | undefined => {
    const nodes: Array<Node> = []
    while (at < signs.length && signs[at] !== "|" && signs[at] !== ")") {
      const node = atom()
      if (node === undefined) return undefined
      const bounds = counts()
      if (bounds === undefined) return undefined
      // A lazy count matches the same texts; a second count is an error.
      if (signs[at - 1] !== undefined && /[*+?}]/.test(signs[at - 1] ?? "") && signs[at] === "?") at++
      const [min, max] = bounds
      nodes.push(min === 1 && max === 1 ? node : { kind: "repeat", node, min, max })
    }
    return { kind: "all", nodes }
  }

  const alternatives = (): Node | undefined => {
    const nodes: Array<Node> = []
    for (;;) {
      const node = sequence()
      if (node === undefined) return undefined
      nodes.push(node)
      if (signs[at] !== "|") break
      at++
    }
    return { kind: "any", nodes }
  }

  const root = alternatives()
  return at === signs.length ? root : undefined
}
