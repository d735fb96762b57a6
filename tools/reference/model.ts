// What each subpath exports, read from the program: its kind, what is said of it, and its declaration to be read.
import type { Node } from "typescript/unstable/ast"
import { isClassDeclaration, isIdentifier, isInterfaceDeclaration, isTypeAliasDeclaration, isTypeQueryNode } from "typescript/unstable/ast/is"
import { type Symbol, type Type } from "typescript/unstable/sync"
import type { Package, Subpath } from "./packages.ts"
import { printer } from "./print.ts"
import { type Declaration, decodedOf, type Program } from "./program.ts"

export const kinds = ["Services", "Layers", "Functions", "Schemas", "Types", "Failures", "Values"] as const
export type Kind = (typeof kinds)[number]

export interface Export {
  readonly name: string
  readonly kind: Kind
  /** May it be imported as a value? */
  readonly isValue: boolean
  readonly doc: string
  readonly code: string
  /** Where it is declared, from the repository's root. */
  readonly file: string
  readonly symbol: number
  /** Symbols its declaration mentions. */
  readonly mentions: ReadonlySet<number>
}

export interface Module {
  readonly package: Package
  readonly specifier: string
  readonly source: string
  /** The head comment of the entry, without its source section. */
  readonly head: string
  readonly sources: string
  readonly exports: ReadonlyArray<Export>
}

const noTruncation = 1

/** The comment at the head of a file, and the `Source:` it names. */
export const headOf = (text: string): { readonly head: string; readonly sources: string } => {
  const lines = text.split("\n")
  const end = lines.findIndex((line) => !line.startsWith("//"))
  const whole = lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ""))
    .join(" ")
  const [head = "", sources = ""] = whole.split(/\s*Source:\s*/)
  return { head: head.trim(), sources: sources.trim() }
}

/** A doc that only points at the value of the same name says nothing. */
const isPointer = (doc: string): boolean => /^\{@link [^}]*\}(, readonly)?\.?$/.test(doc)

const usesTypeof = (node: Node): boolean =>
  isTypeQueryNode(node) || node.forEachChild((child) => usesTypeof(child) || undefined) === true

const identifiers = (node: Node): ReadonlyArray<Node> => {
  const found: Array<Node> = isIdentifier(node) ? [node] : []
  node.forEachChild((child) => void found.push(...identifiers(child)))
  return found
}

const kindOf = ({ isClass, isFunction, isSchema, isValue, text, type }: Record<"isClass" | "isFunction" | "isSchema" | "isValue", boolean> & { readonly text: string; readonly type: string }): Kind => {
  if (isClass) return /extends Data\.|extends Error/.test(text) ? "Failures" : "Services"
  if (isSchema) return "Schemas"
  if (!isValue) return "Types"
  if (/^Reference</.test(type)) return "Services"
  if (/^Layer</.test(type) || (isFunction && /=> Layer</.test(type))) return "Layers"
  return isFunction ? "Functions" : "Values"
}

const statement = ({ text }: Declaration) => text.replace(/^export /, "")

export const modules = (program: Program, all: ReadonlyArray<Package>): ReadonlyArray<Module> => {
  const { checker } = program
  const listed = all.flatMap((each) => each.subpaths.map((subpath) => ({ each, subpath, exported: program.exportsOf(subpath.source) })))

  const names = new Map<number, string>()
  const owners = new Map<number, number>()
  for (const { exported } of listed) {
    for (const { name, symbol } of exported) {
      if (symbol.valueDeclaration === undefined) continue
      const type = decodedOf(checker, checker.getTypeOfSymbol(symbol))
      if (type === undefined || !(type.isObjectType() || type.isUnionType()) || names.has(type.id)) continue
      names.set(type.id, name)
      owners.set(type.id, symbol.id)
    }
  }
  const { comment, field, print } = printer(program, names)

  const errorFields = (symbol: Symbol): string => {
    const own = checker
      .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
      .filter(({ declarations, name }) => name === "_tag" || name === "message" || declarations.some(({ path }) => path.includes("/packages/")))
    return `{\n${own.map(field).join("\n")}\n}`
  }

  const classCode = (declaration: Declaration, symbol: Symbol): string => {
    const { node, text } = declaration
    if (!isClassDeclaration(node)) return text
    if (/extends (Data\.|Error)/.test(text)) return `declare class ${symbol.name} extends Error ${errorFields(symbol)}`
    const open = text.indexOf("{}")
    return open > 0 ? statement(declaration) : `declare class ${symbol.name} ${errorFields(symbol)}`
  }

  const typeCode = (declaration: Declaration, symbol: Symbol): string => {
    const { node } = declaration
    if (isTypeAliasDeclaration(node) && usesTypeof(node)) {
      return `type ${symbol.name} = ${print(checker.getDeclaredTypeOfSymbol(symbol))}`
    }
    return statement(declaration)
  }

  const schemaCode = (name: string, type: Type, typed: string): string => {
    const [decoded, encoded] = [decodedOf(checker, type), decodedOf(checker, type, "Encoded")]
    const head = checker.typeToString(type, undefined, noTruncation)
    const carrier = head.replace(/<[^]*$/, "")
    const body = decoded === undefined ? "unknown" : print(decoded)
    const onWire = encoded === undefined ? "unknown" : print(encoded)
    const same = body === onWire || checker.typeToString(decoded ?? type, undefined, noTruncation) === checker.typeToString(encoded ?? type, undefined, noTruncation)
    return [
      `declare const ${name}: Schema.${carrier}`,
      ...(typed === "" ? [`type ${name} = ${body}`] : [`// What it decodes to.\ntype Decoded = ${body}`, typed]),
      ...(same ? [] : [`// As JSON.\ntype Encoded = ${onWire}`])
    ].join("\n\n")
  }

  const toExport = ({ name, symbol }: { readonly name: string; readonly symbol: Symbol }): Export => {
    const declarations = program.declarationsOf(symbol)
    const [first] = declarations
    if (first === undefined) throw new Error(`${name} is declared nowhere`)
    const isType = ({ node }: Declaration) => isInterfaceDeclaration(node) || isTypeAliasDeclaration(node)
    const value = declarations.find((each) => !isType(each))
    const types = declarations.filter(isType)
    const type = value === undefined ? undefined : checker.getTypeOfSymbol(symbol)
    const isClass = value !== undefined && isClassDeclaration(value.node)
    const isSchema = type !== undefined && !isClass && decodedOf(checker, type) !== undefined
    const isFunction = type !== undefined && !isClass && checker.getSignaturesOfType(type, 0).length > 0
    const typeText = type === undefined ? "" : checker.typeToString(type, undefined, noTruncation)
    const ownTypes = types.filter(({ node, text }) => !(isTypeAliasDeclaration(node) && new RegExp(`typeof ${name}\\.Type$`).test(text.trim())))
    const typed = ownTypes.map((each) => typeCode(each, symbol)).join("\n\n")
    const code =
      value === undefined || type === undefined
        ? typed
        : isClass
          ? classCode(value, symbol)
          : isSchema
            ? schemaCode(name, type, typed)
            : [`declare const ${name}: ${typeText}`, ...(typed === "" ? [] : [typed])].join("\n\n")
    const docs = [...new Set([value, ...types].flatMap((each) => (each === undefined || each.doc === "" || isPointer(each.doc) ? [] : [each.doc])))]
    const mentions = new Set(
      declarations.flatMap(({ node }) => identifiers(node).flatMap((each) => program.symbolOf(each)?.id ?? []))
    )
    mentions.delete(symbol.id)
    return {
      name,
      kind: kindOf({ isClass, isFunction, isSchema, isValue: value !== undefined, text: value?.text ?? "", type: typeText }),
      isValue: value !== undefined,
      doc: docs.join("\n\n"),
      code,
      file: first.file,
      symbol: symbol.id,
      mentions
    }
  }

  return listed.map(({ each, exported, subpath }) => ({
    package: each,
    specifier: subpath.specifier,
    source: subpath.source,
    ...headOf(program.textOf(subpath.source)),
    exports: exported.map(toExport)
  }))
}
