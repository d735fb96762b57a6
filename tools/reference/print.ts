// Prints a type field by field with comments. Types with a page are printed by name.
import { join } from "node:path"
import {
  isArrowFunction,
  isInterfaceDeclaration,
  isParameterDeclaration,
  isPropertySignatureDeclaration,
  isVariableDeclaration
} from "typescript/unstable/ast/is"
import { SignatureKind, type Symbol, SymbolFlags, type Type, TypeFlags } from "typescript/unstable/sync"
import { root } from "../generated.ts"
import { canonical, inOrder } from "./canonical.ts"
import type { Program } from "./program.ts"

const noTruncation = 1
const head = "type Shown = "
const identifier = /^[A-Za-z_$][\w$]*$/

/** A comment before a field, or nothing. */
const comment = (text: string): string => {
  const lines = text.trim().split("\n")
  if (text.trim() === "") return ""
  if (lines.length === 1) return `/** ${text.trim()} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`
}

/** A comment as the first line of an object. */
const headed = (text: string, doc: string): string =>
  doc === "" || !text.startsWith("{")
    ? text
    : text.replace(/\{\n?/, () => `{\n${doc.replaceAll(/^/gm, "// ")}\n`)

/**
 * Names of types on the pages. A union keeps its name where `undefined` is added to it. The compiler identifies a union
 * by its members, so a short one gets the name that its own file uses.
 */
export class Names {
  readonly #objects = new Map<number, string>()
  readonly #unions = new Map<string, ReadonlyArray<string>>()
  readonly #docs = new Map<number, string>()

  static #members(type: Type): string | undefined {
    if (!type.isUnionType()) return undefined
    const kept = type.getTypes().filter(({ flags }) => (flags & TypeFlags.Undefined) === 0)
    return kept
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
      .join(" ")
  }

  /** The first name of an object wins. */
  add(type: Type, name: string): void {
    const members = Names.#members(type)
    if (members !== undefined) this.#unions.set(members, [...(this.#unions.get(members) ?? []), name])
    else if (!this.#objects.has(type.id)) this.#objects.set(type.id, name)
  }

  /** The docstring of a type without a page, printed where the type is used. */
  describe(type: Type, doc: string): void {
    this.#docs.set(type.id, doc)
  }

  docOf(type: Type): string {
    return this.#docs.get(type.id) ?? ""
  }

  of(type: Type, words: ReadonlySet<string>): string | undefined {
    const members = Names.#members(type)
    if (members === undefined) return this.#objects.get(type.id)
    const known = this.#unions.get(members) ?? []
    const isSingular = known.length === 1 && members.split(" ").length > 4
    return isSingular ? known[0] : known.find((name) => words.has(name))
  }
}

/** Short ones stay on one line: the formatter breaks what is too long. */
export const body = (fields: ReadonlyArray<string>): string =>
  fields.length > 2 || fields.some((each) => each.includes("\n"))
    ? `{\n${fields.join("\n")}\n}`
    : `{ ${fields.join("; ")} }`

/** The type as it is written, unless type parameters are substituted. */
const writtenType = (symbol: Symbol): string | undefined => {
  const node = symbol.declarations[0]?.resolve()
  if (node === undefined || !isPropertySignatureDeclaration(node)) return undefined
  return isInterfaceDeclaration(node.parent) && node.parent.typeParameters === undefined
    ? node.type?.getText()
    : undefined
}

/** `file`: that of what is printed. */
export const printer = ({ checker, fieldDoc, textOf }: Program, names: Names, file: string) => {
  const words = new Set(textOf(file).match(/[\w$]+/g))
  const typeOf = (symbol: Symbol): Type => checker.getTypeOfSymbol(symbol) ?? checker.getAnyType()

  const here = join(root, file).toLowerCase()
  const placeOf = ({ declarations: [first] }: Symbol): string => {
    const path = first?.path.toLowerCase() ?? ""
    return `${path === here ? "" : path} ${String(first?.index ?? 0).padStart(9, "0")}`
  }

  /** In order of declaration, those of this file first: the compiler's order varies. */
  const fieldsOf = (type: Type): ReadonlyArray<Symbol> =>
    checker.getPropertiesOfType(type).toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))

  /** An explicit `undefined`, not the one that `?` adds. */
  const explicit = checker.getUndefinedType().id

  /** The docstring of the only object in a type. */
  const partDoc = (type: Type): string => {
    const [object, ...others] = (type.isUnionType() ? type.getTypes() : [type]).filter((each) =>
      each.isObjectType()
    )
    return object === undefined || others.length > 0 ? "" : names.docOf(object)
  }

  const field = (symbol: Symbol): string => {
    const optional = (symbol.flags & SymbolFlags.Optional) !== 0
    const name = identifier.test(symbol.name) ? symbol.name : JSON.stringify(symbol.name)
    const type = writtenType(symbol) ?? print(typeOf(symbol), optional)
    return `${comment(fieldDoc(symbol) || partDoc(typeOf(symbol)))}readonly ${name}${optional ? "?" : ""}: ${type}`
  }

  /** Whether it is an anonymous object type: fields and index signatures, no calls. */
  const isPlain = (type: Type): boolean => {
    const { name } = type.getSymbol() ?? { name: "" }
    return (
      /^(__type|__object)$/.test(name) && checker.getSignaturesOfType(type, SignatureKind.Call).length === 0
    )
  }

  const fields = (type: Type): string =>
    body([
      ...fieldsOf(type).map(field),
      ...checker
        .getIndexInfosOfType(type)
        .map(({ keyType, valueType }) => `readonly [name: ${print(keyType)}]: ${print(valueType)}`)
    ])

  const union = (types: ReadonlyArray<Type>, optional: boolean): string => {
    const kept = optional
      ? types.filter(({ flags, id }) => !(flags & TypeFlags.Undefined) || id === explicit)
      : types
    const wrapped = (text: string) => (kept.length > 1 && text.includes("=>") ? `(${text})` : text)
    const isChoice = kept.filter((type) => type.isObjectType()).length > 1
    const printed = kept.map((type) => headed(wrapped(print(type)), isChoice ? names.docOf(type) : ""))
    const isBoolean = printed.includes("true") && printed.includes("false")
    const short = isBoolean ? ["boolean", ...printed.filter((text) => !/^(true|false)$/.test(text))] : printed
    return inOrder(short).join(" | ")
  }

  const print = (type: Type, optional = false): string =>
    names.of(type, words) ?? (type.getAliasSymbol() === undefined ? inside(type, optional) : shown(type))

  /** `isOwn`: of the exported function itself, whose docstring is printed elsewhere. */
  const parameter = (symbol: Symbol, isOwn: boolean): string => {
    const node = symbol.valueDeclaration?.resolve()
    const given = node !== undefined && isParameterDeclaration(node) ? node : undefined
    const optional = given?.questionToken !== undefined || given?.initializer !== undefined
    const rest = given?.dotDotDotToken === undefined ? "" : "..."
    const name = symbol.name.startsWith("__") ? "options" : symbol.name
    const type = (isOwn ? given?.type?.getText() : undefined) ?? print(typeOf(symbol), optional)
    return `${rest}${name}${optional ? "?" : ""}: ${type}`
  }

  /** A function of one signature; undefined for all other types. */
  const call = (type: Type): string | undefined => {
    const [signature, ...others] = checker.getSignaturesOfType(type, SignatureKind.Call)
    if (signature === undefined || others.length > 0 || checker.getPropertiesOfType(type).length > 0)
      return undefined
    const node = signature.declaration?.resolve()
    const own =
      node !== undefined && isArrowFunction(node) && isVariableDeclaration(node.parent) ? node : undefined
    const isPredicate = checker.getTypePredicateOfSignature(signature) !== undefined
    const isPlainCall =
      !isPredicate && !signature.hasRestParameter && signature.getTypeParameters().length === 0
    if (own === undefined && !isPlainCall) return undefined
    const returned = checker.getReturnTypeOfSignature(signature)
    const result =
      own?.type?.getText() ?? (returned === undefined || isPredicate ? undefined : print(returned))
    if (result === undefined) return undefined
    const generic = own?.typeParameters?.map((each) => each.getText()).join(", ")
    const parameters = signature.getParameters().map((each) => parameter(each, own !== undefined))
    return `${generic === undefined ? "" : `<${generic}>`}(${parameters.join(", ")}) => ${result}`
  }

  /** The compiler's text, without absolute paths. */
  const shown = (type: Type): string => {
    const text = checker
      .typeToString(type, undefined, noTruncation)
      .replaceAll(/import\("[^"]*"\)\.|<ArrayBufferLike>/g, "")
    return canonical(`${head}${text}`).slice(head.length)
  }

  /** The docstring inside `Reference<{ ... }>`. */
  const applied = (type: Type): string | undefined => {
    const name = type.getSymbol()?.name
    if (name === undefined || !type.isObjectType() || !type.isTypeReference()) return undefined
    const given = checker.getTypeArguments(type)
    return given.some((each) => each.isObjectType() && isPlain(each))
      ? `${name}<${given.map((each) => print(each)).join(", ")}>`
      : undefined
  }

  /** Without its own name. */
  const inside = (type: Type, optional = false): string => {
    if (type.isUnionType()) return union(type.getTypes(), optional)
    if (checker.isArrayType(type) && type.isTypeReference()) {
      const [item] = checker.getTypeArguments(type)
      return item === undefined ? "ReadonlyArray<unknown>" : `ReadonlyArray<${print(item)}>`
    }
    if (!type.isObjectType() || checker.isTupleType(type)) return shown(type)
    return isPlain(type) ? fields(type) : (call(type) ?? applied(type) ?? shown(type))
  }

  /** A type in full, its fields by name. */
  return { inside: (type: Type) => inside(type), field, fieldsOf, shown }
}
