// The sources as the compiler sees them, through the API of TypeScript 7.
import { join } from "node:path"
import type { Node } from "typescript/unstable/ast"
import {
  isAsExpression,
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isSpreadAssignment,
  isStringLiteral,
  isVariableDeclaration
} from "typescript/unstable/ast/is"
import { API, type Checker, type Symbol, SymbolFlags, type Type } from "typescript/unstable/sync"
import { root } from "../generated.ts"

/** The text of a JSDoc comment: its lines without stars. */
const plain = (comment: string): string =>
  comment
    .replace(/^\/\*\*/, "")
    .replace(/\*\/$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
    .join("\n")
    .trim()

/** A declaration in its file: from its own comment to its end. */
export interface Declaration {
  readonly node: Node
  /** From the repository's root. */
  readonly file: string
  readonly doc: string
  /** The statement, without its comment. */
  readonly text: string
}

export interface Program {
  readonly checker: Checker
  readonly close: () => void
  /** The exports of a file, resolved to their declarations. */
  readonly exportsOf: (file: string) => ReadonlyArray<{ readonly name: string; readonly symbol: Symbol }>
  readonly textOf: (file: string) => string
  readonly declarationsOf: (symbol: Symbol) => ReadonlyArray<Declaration>
  /** The field's own comment, or its description in the contract. */
  readonly fieldDoc: (field: Symbol) => string
  /** The symbols of identifiers, resolved to their declarations. */
  readonly symbolsOf: (nodes: ReadonlyArray<Node>) => ReadonlyArray<Symbol>
}

const fieldId = (field: Symbol): string =>
  field.declarations.map(({ index, path }) => `${path}:${index}`).join(" ")

const folder = join(root, "packages").toLowerCase()

/** Whether it is declared in a package of this repository. On case-insensitive file systems the compiler lower-cases paths. */
export const isDeclaredHere = ({ declarations }: Symbol): boolean =>
  declarations.some(({ path }) => path.toLowerCase().startsWith(folder))

/** The decoded type of a schema. Undefined: it is not a schema. */
export const decodedOf = (
  checker: Checker,
  type: Type,
  side: "Type" | "Encoded" = "Type"
): Type | undefined => {
  if (checker.getPropertyOfType(type, "ast") === undefined) return undefined
  const property = checker.getPropertyOfType(type, side)
  return property === undefined ? undefined : checker.getTypeOfSymbol(property)
}

/** Opens every public package at once. */
export const open = (): Program => {
  const api = new API({ cwd: root })
  const config = join(root, "tools/reference/tsconfig.json")
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (project === undefined) throw new Error(`${config} is no project`)
  const { checker, program } = project

  const fileOf = (path: string) => {
    const file = program.getSourceFile(join(root, path))
    if (file === undefined) throw new Error(`${path} is not part of ${config}`)
    return file
  }
  const origin = (symbol: Symbol): Symbol =>
    symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

  const words = new Map<string, string>()
  const initializer = (node: Node): Node | undefined => {
    const symbol = checker.getSymbolAtLocation(node)
    const declared = symbol === undefined ? undefined : origin(symbol).valueDeclaration?.resolve(project)
    return declared !== undefined && isVariableDeclaration(declared) ? declared.initializer : undefined
  }
  const saidBy = (node: Node | undefined): ReadonlyArray<readonly [string, string]> => {
    if (node === undefined) return []
    if (isIdentifier(node)) return saidBy(initializer(node))
    if (isAsExpression(node)) return saidBy(node.expression)
    if (!isObjectLiteralExpression(node)) return []
    return node.properties.flatMap((property) => {
      if (isSpreadAssignment(property)) return saidBy(property.expression)
      const name = property.name?.getText()
      const value = isPropertyAssignment(property) ? property.initializer : property.name
      const text = value !== undefined && isIdentifier(value) ? initializer(value) : value
      return name !== undefined &&
        text !== undefined &&
        (isStringLiteral(text) || isNoSubstitutionTemplateLiteral(text))
        ? [[name, text.text] as const]
        : []
    })
  }
  /** `words(Schema, { field: "text" })`: what a field means, said once for OpenAPI. */
  const visit = (node: Node): void => {
    node.forEachChild(visit)
    if (!isCallExpression(node) || !isIdentifier(node.expression) || node.expression.text !== "words") return
    const [schema, fields] = node.arguments
    const type = schema === undefined ? undefined : checker.getTypeAtLocation(schema)
    const value = type === undefined ? undefined : decodedOf(checker, type)
    if (value === undefined) return
    for (const [name, text] of saidBy(fields)) {
      const field = checker.getPropertyOfType(value, name)
      if (field !== undefined) words.set(fieldId(field), text)
    }
  }
  for (const name of program.getSourceFileNames()) {
    const file = name.endsWith("words.ts") ? program.getSourceFile(name) : undefined
    if (file !== undefined) visit(file)
  }

  return {
    checker,
    close: () => api.close(),
    exportsOf: (file) => {
      const module = checker.getSymbolAtLocation(fileOf(file))
      if (module === undefined) return []
      return checker
        .getExportsOfModule(module)
        .map((symbol) => ({ name: symbol.name, symbol: origin(symbol) }))
    },
    textOf: (file) => fileOf(file).text,
    declarationsOf: (symbol) =>
      symbol.declarations.flatMap((handle) => {
        const own = handle.resolve(project)
        if (own === undefined) return []
        // A variable's comment is before its statement, two nodes up.
        const node = isVariableDeclaration(own) ? own.parent.parent : own
        const { text } = node.getSourceFile()
        const start = node.getStart()
        const comment = text.slice(node.pos, start).match(/\/\*\*(?:(?!\*\/)[^])*\*\/(?=\s*$)/)?.[0] ?? ""
        const file = node.getSourceFile().fileName.slice(root.length + 1)
        return [{ node: own, file, doc: plain(comment), text: text.slice(start, node.end) }]
      }),
    fieldDoc: (field) =>
      checker.getDocumentationCommentOfSymbol(field).trim() || (words.get(fieldId(field)) ?? ""),
    symbolsOf: (nodes) =>
      checker.getSymbolAtLocation(nodes).flatMap((symbol) => (symbol === undefined ? [] : [origin(symbol)]))
  }
}
