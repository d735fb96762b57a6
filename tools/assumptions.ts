// Collects every comment that says "Assumed:" into docs/assumptions.md: what the interface document leaves open.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Comment, parseSync } from "oxc-parser"
import { root, settle } from "./generated.ts"

interface Named {
  readonly path: string
  readonly start: number
  readonly end: number
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

/** The name a syntax node declares, if it declares one. */
const nameOf = (node: Record<string, unknown>): string | undefined => {
  const id = node["type"] === "Property" || "key" in node ? node["key"] : node["id"]
  if (!isRecord(id)) return undefined
  const name = id["name"] ?? id["value"]
  return typeof name === "string" || typeof name === "number" ? String(name) : undefined
}

/** Every declaration and field of a file, outer ones first, each with the path of names that leads to it. */
const declarations = (node: unknown, path: string, from: number | undefined): ReadonlyArray<Named> => {
  if (Array.isArray(node)) return node.flatMap((each) => declarations(each, path, undefined))
  if (!isRecord(node)) return []
  const { start, end, type } = node
  if (typeof start !== "number" || typeof end !== "number") return []
  const name = nameOf(node)
  // "export const a" starts at "export": a wrapper hands its own start down to what it wraps.
  const first = from ?? start
  const here = name === undefined ? path : path === "" ? name : `${path}.${name}`
  const wraps = type === "ExportNamedDeclaration" || type === "VariableDeclaration"
  const inner = Object.entries(node).flatMap(([key, value]) =>
    key === "declarations" && Array.isArray(value)
      ? value.flatMap((each, at) => declarations(each, here, at === 0 ? first : undefined))
      : declarations(value, here, wraps && key === "declaration" ? first : undefined)
  )
  return name === undefined ? inner : [{ path: here, start: first, end }, ...inner]
}

/** Line comments that stand on neighbouring lines read as one. */
const joined = (comments: ReadonlyArray<Comment>, source: string): ReadonlyArray<Comment> =>
  comments.reduce<ReadonlyArray<Comment>>((done, next) => {
    const last = done.at(-1)
    const together =
      last?.type === "Line" && next.type === "Line" && /^\n[ \t]*$/.test(source.slice(last.end, next.start))
    return last !== undefined && together
      ? [...done.slice(0, -1), { ...last, value: `${last.value}\n${next.value}`, end: next.end }]
      : [...done, next]
  }, [])

/** The assumptions of one comment: each runs to the next one, or to the end of its paragraph. */
const assumed = (comment: string): ReadonlyArray<string> =>
  comment
    .replaceAll(/^[ \t]*\* ?/gm, "")
    .split(/\n[ \t]*\n/)
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, " ").split("Assumed:").slice(1))
    .map((text) => text.trim())

/** The docstring right above a comment, on one line; undefined without one. */
const docstringAbove = (
  start: number,
  comments: ReadonlyArray<Comment>,
  source: string
): string | undefined => {
  const above = comments.findLast(({ end }) => end <= start)
  return above?.type === "Block" && source.slice(above.end, start).trim() === ""
    ? above.value
        .replace(/^\*/, "")
        .replaceAll(/^[ \t]*\* ?/gm, "")
        .replaceAll(/\s+/g, " ")
        .trim()
    : undefined
}

const assumptionsOf = (file: string): ReadonlyArray<string> => {
  const source = readFileSync(join(root, file), "utf8")
  const { comments, program } = parseSync(file, source)
  const all = declarations(program, "", undefined)
  return joined(comments, source).flatMap(({ value, start, end }) => {
    const next = end + (/^\s*/.exec(source.slice(end))?.[0].length ?? 0)
    const described = all.find((named) => named.start === next && start > 0)
    const around = all.findLast((named) => named.start < start && end < named.end)
    const name = described?.path ?? around?.path
    const what = name === undefined ? "The file" : `\`${name}\``
    // A marker alone, as "Assumed: docs.", speaks of the docstring above it.
    const docstring = docstringAbove(start, comments, source)
    const full = (text: string) =>
      docstring !== undefined && /^[^.]*\.$/.test(text) ? `${text} ${docstring}` : text
    // That a whole file is ours says nothing to a reader.
    return assumed(value).flatMap((text) =>
      name === undefined && text === "ours." ? [] : [`- ${what}: ${full(text)}`]
    )
  })
}

const sections = globSync(["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"], { cwd: root })
  .toSorted()
  .flatMap((file) => {
    const lines = assumptionsOf(file)
    return lines.length === 0 ? [] : [`## ${file}`, lines.join("\n")]
  })
const head = [
  "# Assumptions",
  "What the interface document does not say, and what Leadline does there. Each is a comment beside its code.",
  "The interface document is the description that the service gives of its HTTP interface. [The contract](contract.md) states its rules under its section numbers: `§4.1` is section 4.1 there.",
  "Written by `npm run generate:assumptions`. Do not edit."
]
settle("docs/assumptions.md", `${[...head, ...sections].join("\n\n")}\n`, "assumptions")
