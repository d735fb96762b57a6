// Reads one emitted .d.ts file: its declarations, imports and re-exports.
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseSync } from "oxc-parser"
import { root } from "../generated.ts"
import { canonical } from "./canonical.ts"

/** A name in a file: a node of the graph of declarations. */
export interface Place {
  readonly file: string
  readonly name: string
}

export interface Declared {
  /** Local name to its declarations, without comments, in the file's order. */
  readonly texts: ReadonlyMap<string, ReadonlyArray<{ readonly at: number; readonly text: string }>>
  /** Local name to the names that its declarations mention, in this package. */
  readonly mentions: ReadonlyMap<string, ReadonlyArray<Place>>
  /** Exported name to where it is declared. */
  readonly exported: ReadonlyMap<string, Place>
}

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null
const nodes = (value: unknown): ReadonlyArray<Node> => (Array.isArray(value) ? value.filter(isNode) : [])
const nameOf = (value: unknown): string => (isNode(value) ? String(value["name"] ?? value["value"]) : "")
const place = (node: Node): readonly [number, number] => [Number(node["start"]), Number(node["end"])]

/** The declaration file of a relative import. Undefined for other packages. */
const target = (from: string, specifier: unknown): string | undefined => {
  if (typeof specifier !== "string" || !specifier.startsWith(".")) return undefined
  const file = join(dirname(from), specifier).replace(/\.(ts|js)$/, ".d.ts")
  return existsSync(join(root, file)) ? file : undefined
}

/** The first two names of `a.b.c`. */
const firstTwo = (node: Node): readonly [string, string | undefined] => {
  const left = node["left"] ?? node["object"]
  if (!isNode(left)) return [nameOf(node), undefined]
  const [first, second] = firstTwo(left)
  return [first, second ?? nameOf(node["right"] ?? node["property"])]
}

const keys = new Set(["TSPropertySignature", "TSMethodSignature", "PropertyDefinition", "MethodDefinition"])

/** A mentioned name: the name, the one after its dot, and the module of `import("...")`. */
type Found = (first: string, second: string | undefined, module?: unknown) => void

const mentioned = (node: unknown, found: Found): void => {
  if (Array.isArray(node)) return node.forEach((each) => mentioned(each, found))
  if (!isNode(node)) return
  const { qualifier, source, type } = node
  if (type === "Identifier") {
    found(nameOf(node), undefined)
    return mentioned(node["typeAnnotation"], found)
  }
  if (type === "TSQualifiedName" || type === "MemberExpression") return found(...firstTwo(node))
  if (type === "TSImportType" && isNode(source) && isNode(qualifier)) {
    found(firstTwo(qualifier)[0], undefined, source["value"])
    return mentioned(node["typeArguments"], found)
  }
  for (const [key, value] of Object.entries(node)) {
    if (key === "key" && keys.has(String(type)) && node["computed"] !== true) continue
    mentioned(value, found)
  }
}

const declared = (statement: Node): ReadonlyArray<Node> =>
  statement["type"] === "VariableDeclaration" ? nodes(statement["declarations"]) : [statement]

/** Reads a file. One statement may declare several names; one name may have several declarations. */
export const read = (file: string): Declared => {
  const source = readFileSync(join(root, file), "utf8")
  const { comments, errors, program } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(", ")}`)
  const imports = new Map<string, Place>()
  const spaces = new Map<string, string>()
  const exported = new Map<string, Place>()
  const bodies = new Map<string, Array<Node>>()

  const clean = ([start, end]: readonly [number, number]): string => {
    let text = ""
    let at = start
    for (const comment of comments) {
      if (comment.start < at || comment.end > end) continue
      text += source.slice(at, comment.start)
      at = comment.end
    }
    return canonical(text + source.slice(at, end))
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => line.replace(/^( {4})+/, (spaced) => spaced.slice(spaced.length / 2)).trimEnd())
      .join("\n")
  }

  for (const statement of nodes(program.body)) {
    const from = target(file, isNode(statement["source"]) ? statement["source"]["value"] : undefined)
    if (statement["type"] === "ImportDeclaration") {
      for (const each of nodes(statement["specifiers"])) {
        const local = nameOf(each["local"])
        if (from === undefined) continue
        if (each["type"] === "ImportNamespaceSpecifier") spaces.set(local, from)
        else imports.set(local, { file: from, name: nameOf(each["imported"]) })
      }
      continue
    }
    const inner = statement["declaration"]
    for (const each of nodes(statement["specifiers"])) {
      const local = nameOf(each["local"])
      const known =
        from === undefined ? (imports.get(local) ?? { file, name: local }) : { file: from, name: local }
      exported.set(nameOf(each["exported"]), known)
    }
    const whole = isNode(inner) ? inner : statement
    for (const each of declared(whole)) {
      const name = nameOf(each["id"])
      if (name === "" || name === "undefined") continue
      bodies.set(name, [...(bodies.get(name) ?? []), statement])
      if (isNode(inner)) exported.set(name, { file, name })
    }
  }

  const texts = new Map(
    [...bodies].map(([name, all]) => [
      name,
      all.map((each) => ({ at: place(each)[0], text: clean(place(each)) }))
    ])
  )
  const mentions = new Map(
    [...bodies].map(([name, all]) => {
      const found = new Map<string, Place>()
      mentioned(all, (first, second, module) => {
        const space = module === undefined ? spaces.get(first) : target(file, module)
        if (module !== undefined && space === undefined) return
        if (space !== undefined && module === undefined && second === undefined) return
        const local = imports.get(first) ?? { file, name: first }
        const to =
          space === undefined ? local : { file: space, name: module === undefined ? (second ?? "") : first }
        if (to.file !== file || bodies.has(to.name)) found.set(`${to.file} ${to.name}`, to)
      })
      return [name, [...found.values()]]
    })
  )
  return { texts, mentions, exported }
}
