// What each subpath exports, read from the program: its kind, what is said of it, and its declaration to be read.
import type { Node } from "typescript/unstable/ast"
import { isClassDeclaration, isIdentifier, isInterfaceDeclaration, isTypeAliasDeclaration, isTypeQueryNode } from "typescript/unstable/ast/is"
import { type Symbol, SymbolFlags, type Type } from "typescript/unstable/sync"
import type { Package, Subpath } from "./packages.ts"
import { Names, printer } from "./print.ts"
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

/** Declared here, or the two fields of a failure that its own class gives it. */
const isOurs = ({ declarations, name }: Symbol): boolean =>
  name === "_tag" || name === "message" || declarations.some(({ path }) => path.includes("/packages/"))

const statement = ({ text }: Declaration) => text.replace(/^export /, "")

export const modules = (program: Program, all: ReadonlyArray<Package>): ReadonlyArray<Module> => {
  const { checker } = program
  const listed = all.flatMap((each) => each.subpaths.map((subpath) => ({ each, subpath, exported: program.exportsOf(subpath.source) })))

  const names = new Names()
  const isCompound = (type: Type | undefined): type is Type => type?.isObjectType() === true || type?.isUnionType() === true
  for (const { exported } of listed) {
    for (const { name, symbol } of exported) {
      const own = symbol.flags & SymbolFlags.TypeAlias ? checker.getDeclaredTypeOfSymbol(symbol) : undefined
      if (isCompound(own) && own.getAliasTypeArguments().length === 0) names.add(own, name)
    }
  }
  for (const { exported } of listed) {
    for (const { name, symbol } of exported) {
      const type = symbol.valueDeclaration === undefined ? undefined : decodedOf(checker, checker.getTypeOfSymbol(symbol))
      if (isCompound(type)) names.add(type, name)
    }
  }
  const { body, field, inside, shown } = printer(program, names)

  /** What every failure tells is said once, in the type of that name. */
  const shared = new Set(
    listed
      .flatMap(({ exported }) => exported.filter(({ name }) => name === "Common"))
      .flatMap(({ symbol }) => checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).map(({ name }) => name))
  )

  const failureCode = (symbol: Symbol): string => {
    const all = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).filter(isOurs)
    const isApi = all.some(({ name }) => name === "requestId")
    const own = all.filter(({ name }) => !isApi || !shared.has(name))
    return `declare class ${symbol.name} extends Error${isApi ? " implements Common" : ""} ${body(own.map(field))}`
  }

  const classCode = (declaration: Declaration, symbol: Symbol): string => {
    const { node, text } = declaration
    if (!isClassDeclaration(node)) return text
    if (/extends (Data\.|Error)/.test(text)) return failureCode(symbol)
    if (text.includes("{}")) return statement(declaration)
    const fields = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).filter(isOurs)
    return `declare class ${symbol.name} ${body(fields.map(field))}`
  }

  /** An interface as it is written, then the fields it has from others: they may have no page. */
  const interfaceCode = (declaration: Declaration, symbol: Symbol): string => {
    const { node } = declaration
    const text = statement(declaration)
    if (!isInterfaceDeclaration(node) || node.heritageClauses === undefined || node.typeParameters !== undefined) return text
    const own = new Set(node.members.map((member) => member.name?.getText()))
    const others = checker
      .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
      .filter((each) => !own.has(each.name) && isOurs(each))
    return others.length === 0 ? text : text.replace(/\s*\}$/, `\n\n  // From what it extends.\n${others.map(field).join("\n")}\n}`)
  }

  const typeCode = (declaration: Declaration, symbol: Symbol): string => {
    const { node } = declaration
    if (isTypeAliasDeclaration(node) && usesTypeof(node)) {
      return `type ${symbol.name} = ${inside(checker.getDeclaredTypeOfSymbol(symbol))}`
    }
    return interfaceCode(declaration, symbol)
  }

  /** Do both sides have fields of the same names? Values differ only by what the schema refuses. */
  const sameFields = (decoded: Type, encoded: Type): boolean => {
    const fields = (type: Type) => checker.getPropertiesOfType(type).map(({ name }) => name).toSorted().join()
    return !decoded.isObjectType() || !encoded.isObjectType() || fields(decoded) === fields(encoded)
  }

  const schemaCode = (name: string, type: Type, typed: string): string => {
    const [decoded = type, encoded = type] = [decodedOf(checker, type), decodedOf(checker, type, "Encoded")]
    const carrier = shown(type).replace(/<[^]*$/, "")
    return [
      `declare const ${name}: Schema.${carrier}`,
      ...(typed === "" ? [`type ${name} = ${inside(decoded)}`] : [typed, `// As the schema tells it.\ntype Decoded = ${inside(decoded)}`]),
      ...(sameFields(decoded, encoded) ? [] : [`// As JSON.\ntype Encoded = ${inside(encoded)}`])
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
    const typeText = type === undefined ? "" : shown(type)
    const ownTypes = types.filter(({ node, text }) => !(isTypeAliasDeclaration(node) && new RegExp(`typeof ${name}\\.Type$`).test(text.trim())))
    const typed = ownTypes.map((each) => typeCode(each, symbol)).join("\n\n")
    const code =
      value === undefined || type === undefined
        ? typed
        : isClass
          ? classCode(value, symbol)
          : isSchema
            ? schemaCode(name, type, typed)
            : [`declare const ${name}: ${inside(type)}`, ...(typed === "" ? [] : [typed])].join("\n\n")
    const docs = [...new Set([value, ...types].flatMap((each) => (each === undefined || each.doc === "" || isPointer(each.doc) ? [] : [each.doc])))]
    const mentions = new Set(
      program.symbolsOf(declarations.flatMap(({ node }) => identifiers(node))).map(({ id }) => id)
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
