// Sorts the members of unions: the compiler's order differs from build to build.
import { parseSync } from "oxc-parser"

interface Range {
  readonly start: number
  readonly end: number
}

interface Union extends Range {
  readonly members: ReadonlyArray<Range>
}

const isRange = (value: unknown): value is Range & Record<string, unknown> =>
  typeof value === "object" && value !== null && "start" in value && "end" in value

/** Every union below a node, outer ones first. */
const unionsOf = (node: unknown): ReadonlyArray<Union> => {
  if (Array.isArray(node)) return node.flatMap(unionsOf)
  if (!isRange(node)) return []
  const { end, start, type, types } = node
  const inner = Object.values(node).flatMap(unionsOf)
  return type === "TSUnionType" && Array.isArray(types)
    ? [{ start, end, members: types.filter(isRange) }, ...inner]
    : inner
}

const last = ["null", "undefined"]

/** Plain types first, absence last. */
const rank = (text: string): number =>
  last.includes(text) ? 2 + last.indexOf(text) : /^(string|number|boolean)$/.test(text) ? 0 : 1

/** The sort key: the text without its comments. */
const keyOf = (text: string): string =>
  text.replaceAll(/\/\/.*|\/\*\*[^]*?\*\/|\s+/g, " ").replaceAll(/ +/g, " ")

/** By text, plain types first, `null` and `undefined` last. */
export const inOrder = (members: ReadonlyArray<string>): ReadonlyArray<string> =>
  members
    .map((text) => ({ text, key: keyOf(text) }))
    .toSorted((a, b) => rank(a.text) - rank(b.text) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ text }) => text)

/** Declarations with the members of every union in order. They hold no comments. */
export const canonical = (text: string): string => {
  if (!text.includes("|")) return text
  const { errors, program } = parseSync("canonical.d.ts", text)
  if (errors.length > 0) throw new Error(`${errors.map(({ message }) => message).join(", ")}: ${text}`)
  const all = unionsOf(program.body)
  const render = ({ end, start }: Range): string => {
    let made = ""
    let at = start
    for (const union of all) {
      if (union.start < at || union.end > end) continue
      made += text.slice(at, union.start) + inOrder(union.members.map(rendered)).join(" | ")
      at = union.end
    }
    return made + text.slice(at, end)
  }
  const rendered = (member: Range): string => {
    const own = all.find(({ end, start }) => start === member.start && end === member.end)
    return own === undefined ? render(member) : inOrder(own.members.map(rendered)).join(" | ")
  }
  return render({ start: 0, end: text.length })
}
