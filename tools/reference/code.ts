// The code of a declaration on a page: as it is written if it is readable, else field by field.
import {
  isClassDeclaration,
  isIdentifier,
  isInterfaceDeclaration,
  isTypeAliasDeclaration,
  isTypeQueryNode
} from "typescript/unstable/ast/is"
import type { Node } from "typescript/unstable/ast"
import type { Symbol, Type } from "typescript/unstable/sync"
import { body, type printer } from "./print.ts"
import { type Declaration, decodedOf, isDeclaredHere, type Program } from "./program.ts"

const usesTypeof = (node: Node): boolean =>
  isTypeQueryNode(node) || node.forEachChild((child) => usesTypeof(child) || undefined) === true

/** Declared in this repository, or one of the two fields that an error class adds. */
const isOurs = (field: Symbol): boolean =>
  field.name === "_tag" || field.name === "message" || isDeclaredHere(field)

const statement = ({ text }: Declaration): string => text.replace(/^export /, "")

/** Whether it is an error class, by its base class. */
export const isFailure = ({ text }: Declaration): boolean =>
  /extends (Data\.|Error|Schema\.TaggedError)/.test(text)

/** `common`: the names of the fields that every error has, which have a type of their own. */
export const coder = (
  { checker }: Program,
  { field, fieldsOf, inside, shown }: ReturnType<typeof printer>,
  common: ReadonlySet<string>
) => {
  const propertiesOf = (symbol: Symbol) => fieldsOf(checker.getDeclaredTypeOfSymbol(symbol)).filter(isOurs)

  const ofClass = (declaration: Declaration, symbol: Symbol): string => {
    const { node, text } = declaration
    if (!isClassDeclaration(node) || (text.includes("{}") && !isFailure(declaration)))
      return statement(declaration)
    const all = propertiesOf(symbol)
    const isApi = isFailure(declaration) && all.some(({ name }) => name === "requestId")
    const own = all.filter(({ name }) => !isApi || !common.has(name)).map(field)
    const heritage = isFailure(declaration) ? ` extends Error${isApi ? " implements Common" : ""}` : ""
    return `declare class ${symbol.name}${heritage} ${body(own)}`
  }

  /** An interface as it is written, then its inherited fields: their interfaces may have no page. */
  const ofInterface = (declaration: Declaration, symbol: Symbol): string => {
    const { node } = declaration
    const text = statement(declaration)
    if (!isInterfaceDeclaration(node)) return text
    const { heritageClauses, members, typeParameters } = node
    if (heritageClauses === undefined || typeParameters !== undefined) return text
    const own = new Set(
      members.flatMap(
        (member) => member.forEachChild((child) => (isIdentifier(child) ? child.text : undefined)) ?? []
      )
    )
    const others = propertiesOf(symbol).filter(({ name }) => !own.has(name))
    const lines = ["\n\n  // From what it extends.", ...others.map(field), "}"]
    return others.length === 0 ? text : text.replace(/\s*\}$/, () => lines.join("\n"))
  }

  const ofType = (declaration: Declaration, symbol: Symbol): string =>
    isTypeAliasDeclaration(declaration.node) && usesTypeof(declaration.node)
      ? `type ${symbol.name} = ${inside(checker.getDeclaredTypeOfSymbol(symbol))}`
      : ofInterface(declaration, symbol)

  const fieldNames = (type: Type): string =>
    checker
      .getPropertiesOfType(type)
      .map(({ name }) => name)
      .toSorted()
      .join()

  /** Whether both sides have the same field names. Values then differ only by what the schema rejects. */
  const isSame = (decoded: Type, encoded: Type): boolean =>
    !decoded.isObjectType() || !encoded.isObjectType() || fieldNames(decoded) === fieldNames(encoded)

  /** `typed`: the type of the same name in the sources, where it says more than the schema's. */
  const ofSchema = (name: string, type: Type, typed: string): string => {
    const [decoded = type, encoded = type] = [decodedOf(checker, type), decodedOf(checker, type, "Encoded")]
    const own =
      typed === "" ? [`type ${name} = ${inside(decoded)}`] : [typed, `type Decoded = ${inside(decoded)}`]
    return [
      `declare const ${name}: Schema.${shown(type).replace(/<[^]*$/, "")}`,
      ...own,
      ...(isSame(decoded, encoded) ? [] : [`// As JSON.\ntype Encoded = ${inside(encoded)}`])
    ].join("\n\n")
  }

  /** `text`: its statement. A computed number is shown with its expression. */
  const ofValue = (name: string, type: Type, typed: string, text: string): string => {
    const written = /^[^=]* = (.{1,60})$/.exec(text)?.[1]
    const shape = inside(type)
    const value = shape === "number" && written !== undefined ? ` // ${written}` : ""
    return [`declare const ${name}: ${shape}${value}`, ...(typed === "" ? [] : [typed])].join("\n\n")
  }

  return { ofClass, ofSchema, ofType, ofValue }
}
