// Prints a type field by field, with each field's comment; types that have a name of their own are called by it.
import { type Symbol, SymbolFlags, type Type, TypeFlags } from "typescript/unstable/sync"
import type { Program } from "./program.ts"

/** Names of types by their id, as this page calls them. */
export type Names = ReadonlyMap<number, string>

const noTruncation = 1
const identifier = /^[A-Za-z_$][\w$]*$/

/** A comment before a field, or nothing. */
const comment = (text: string): string => {
  const lines = text.trim().split("\n")
  if (text.trim() === "") return ""
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`
}

export const printer = ({ checker, fieldDoc }: Program, names: Names) => {
  const isOptional = (field: Symbol) => (field.flags & SymbolFlags.Optional) !== 0

  const field = (symbol: Symbol): string => {
    const type = checker.getTypeOfSymbol(symbol)
    const optional = isOptional(symbol)
    const name = identifier.test(symbol.name) ? symbol.name : JSON.stringify(symbol.name)
    return `${comment(fieldDoc(symbol))}readonly ${name}${optional ? "?" : ""}: ${print(type, optional)}`
  }

  /** Anonymous: fields and index signatures, no calls. */
  const isPlain = (type: Type): boolean => {
    const { name } = type.getSymbol() ?? { name: "" }
    return type.isObjectType() && /^(__type|__object|)$/.test(name) && checker.getSignaturesOfType(type, 0).length === 0
  }

  const fields = (type: Type): string => {
    const indices = checker
      .getIndexInfosOfType(type)
      .map(({ keyType, valueType }) => `readonly [name: ${print(keyType)}]: ${print(valueType)}`)
    return `{\n${[...checker.getPropertiesOfType(type).map(field), ...indices].join("\n")}\n}`
  }

  const union = (types: ReadonlyArray<Type>, optional: boolean): string => {
    const kept = optional ? types.filter(({ flags }) => (flags & TypeFlags.Undefined) === 0) : types
    const printed = kept.map((type) => print(type))
    const both = printed.includes("true") && printed.includes("false")
    const short = both ? ["boolean", ...printed.filter((text) => text !== "true" && text !== "false")] : printed
    return [...short.filter((text) => text !== "null"), ...short.filter((text) => text === "null")].join(" | ")
  }

  /** `top` prints a named type's own fields. */
  const print = (type: Type, optional = false, top = false): string => {
    const name = top ? undefined : names.get(type.id)
    if (name !== undefined) return name
    const alias = type.getAliasSymbol()
    if (alias !== undefined && !top) return checker.typeToString(type, undefined, noTruncation)
    if (type.isUnionType()) return union(type.getTypes(), optional)
    if (checker.isArrayType(type) && type.isTypeReference()) {
      const [item] = checker.getTypeArguments(type)
      return item === undefined ? "ReadonlyArray<unknown>" : `ReadonlyArray<${print(item)}>`
    }
    return isPlain(type) ? fields(type) : checker.typeToString(type, undefined, noTruncation)
  }

  return { print: (type: Type) => print(type, false, true), comment, field }
}
