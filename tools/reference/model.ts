// The exports of each subpath, read from the program: kind, docstring, declaration.
import {
  isClassDeclaration,
  isIdentifier,
  isInterfaceDeclaration,
  isTypeAliasDeclaration
} from "typescript/unstable/ast/is"
import type { Node } from "typescript/unstable/ast"
import { SignatureKind, type Symbol, SymbolFlags, type Type } from "typescript/unstable/sync"
import { coder, isFailure } from "./code.ts"
import type { Package } from "./packages.ts"
import { Names, printer } from "./print.ts"
import { type Declaration, decodedOf, type Program } from "./program.ts"

export const kinds = [
  "Service",
  "Layer",
  "Function",
  "Failure",
  "Schema",
  "Type",
  "Setting",
  "Value"
] as const
type Kind = (typeof kinds)[number]

export interface Export {
  readonly name: string
  readonly kind: Kind
  /** Whether it can be imported as a value. */
  readonly isValue: boolean
  readonly doc: string
  readonly code: string
  /** The declaring file, from the repository's root. */
  readonly file: string
  /** The `Source:` in the head comment of that file. */
  readonly sources: string
  readonly symbol: number
  /** Symbols that its declaration mentions. */
  readonly mentions: ReadonlySet<number>
}

export interface Module {
  readonly package: Package
  readonly specifier: string
  /** The head comment of the entry, without its `Source:`. */
  readonly head: string
  readonly sources: string
  readonly exports: ReadonlyArray<Export>
}

interface Exported {
  readonly name: string
  readonly symbol: Symbol
}

/** The comment at the head of a file, and the `Source:` it names. */
const headOf = (text: string): { readonly head: string; readonly sources: string } => {
  const lines = text.split("\n")
  const end = lines.findIndex((line) => !line.startsWith("//"))
  const whole = lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ""))
    .join(" ")
  const [before = "", sources = ""] = whole.split(/\s*Source:\s*/)
  return { head: before.replace(/\s*Assumed:.*$/, "").trim(), sources: sources.trim() }
}

/** A docstring that only links to the value of the same name is left out. */
const isPointer = (doc: string): boolean => /^\{@link [^}]*\}(, readonly)?\.?$/.test(doc)

const isType = ({ node }: Declaration): boolean =>
  isInterfaceDeclaration(node) || isTypeAliasDeclaration(node)

const identifiers = (node: Node): ReadonlyArray<Node> => {
  const found: Array<Node> = isIdentifier(node) ? [node] : []
  node.forEachChild((child) => void found.push(...identifiers(child)))
  return found
}

/** Names of types: aliases first, then the decoded types of exported schemas. */
const namesOf = (program: Program, exported: ReadonlyArray<Exported>): Names => {
  const { checker } = program
  const names = new Names()
  const add = (type: Type | undefined, name: string) => {
    if (type?.isObjectType() === true || type?.isUnionType() === true) names.add(type, name)
  }
  for (const { name, symbol } of exported) {
    if (!(symbol.flags & SymbolFlags.TypeAlias)) continue
    const type = checker.getDeclaredTypeOfSymbol(symbol)
    if (type.getAliasTypeArguments().length === 0) add(type, name)
  }
  for (const { name, symbol } of exported) {
    const type = symbol.valueDeclaration === undefined ? undefined : checker.getTypeOfSymbol(symbol)
    if (type !== undefined) add(decodedOf(checker, type), name)
  }
  const known = new Set(exported.map(({ symbol }) => symbol.id))
  const files = new Set(
    exported.flatMap(({ symbol }) => program.declarationsOf(symbol).map(({ file }) => file))
  )
  for (const { symbol } of [...files].flatMap(program.exportsOf)) {
    if (known.has(symbol.id) || symbol.valueDeclaration === undefined) continue
    const type = checker.getTypeOfSymbol(symbol)
    const decoded = type === undefined ? undefined : decodedOf(checker, type)
    const [declaration] = program.declarationsOf(symbol)
    if (decoded?.isObjectType() === true && declaration !== undefined)
      names.describe(decoded, declaration.doc)
  }
  return names
}

/** The fields that every error has. */
const commonOf = ({ checker }: Program, exported: ReadonlyArray<Exported>): ReadonlySet<string> => {
  const common = exported.filter(({ name }) => name === "Common")
  return new Set(
    common.flatMap(({ symbol }) =>
      checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).map(({ name }) => name)
    )
  )
}

/** Every subpath of the packages, in their manifests' order. */
export const modules = (program: Program, packages: ReadonlyArray<Package>): ReadonlyArray<Module> => {
  const { checker } = program
  const listed = packages.flatMap((each) =>
    each.subpaths.map((subpath) => ({ each, subpath, exported: program.exportsOf(subpath.source) }))
  )
  const all = listed.flatMap(({ exported }) => exported)
  const names = namesOf(program, all)
  const common = commonOf(program, all)

  /** The kind of a value, and its code. */
  const valued = (
    { name, symbol }: Exported,
    value: Declaration,
    typed: string,
    { code, prints }: ReturnType<typeof shower>
  ): readonly [Kind, string] => {
    if (isClassDeclaration(value.node)) {
      return [isFailure(value) ? "Failure" : "Service", code.ofClass(value, symbol)]
    }
    const type = checker.getTypeOfSymbol(symbol)
    if (type === undefined) throw new Error(`${name} has no type`)
    if (decodedOf(checker, type) !== undefined) return ["Schema", code.ofSchema(name, type, typed)]
    const shown = code.ofValue(name, type, typed, value.text)
    const text = prints.shown(type)
    if (text.startsWith("Reference<")) return ["Setting", shown]
    const isFunction = checker.getSignaturesOfType(type, SignatureKind.Call).length > 0
    if (text.startsWith("Layer<") || (isFunction && text.includes("=> Layer<"))) return ["Layer", shown]
    return [isFunction || text.startsWith("Effect<") ? "Function" : "Value", shown]
  }

  const shower = (file: string) => {
    const prints = printer(program, names, file)
    return { prints, code: coder(program, prints, common) }
  }

  const toExport = ({ name, symbol }: Exported): Export => {
    const declarations = program.declarationsOf(symbol)
    const [first] = declarations
    if (first === undefined) throw new Error(`${name} is declared nowhere`)
    const how = shower(first.file)
    const value = declarations.find((each) => !isType(each))
    const types = declarations.filter(isType)
    const typed = types
      .filter(({ text }) => value === undefined || !text.trim().endsWith(`= typeof ${name}.Type`))
      .map((each) => how.code.ofType(each, symbol))
      .join("\n\n")
    const [kind, shown] =
      value === undefined ? (["Type", typed] as const) : valued({ name, symbol }, value, typed, how)
    const docs = [...(value === undefined ? [] : [value]), ...types].map(({ doc }) => doc)
    const mentioned = program.symbolsOf(declarations.flatMap(({ node }) => identifiers(node)))
    return {
      name,
      kind,
      isValue: value !== undefined,
      doc: [...new Set(docs)].filter((doc) => doc !== "" && !isPointer(doc)).join("\n\n"),
      code: shown,
      file: first.file,
      sources: headOf(program.textOf(first.file)).sources,
      symbol: symbol.id,
      mentions: new Set(mentioned.map(({ id }) => id).filter((id) => id !== symbol.id))
    }
  }

  return listed.map(({ each, exported, subpath }) => ({
    package: each,
    specifier: subpath.specifier,
    ...headOf(program.textOf(subpath.source)),
    exports: exported.map(toExport)
  }))
}
