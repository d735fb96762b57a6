// Turns a schema error into issues: paths, codes and expectations, never values.
// Source: §7.2; Assumed: ours for the codes, after the common Python validator.
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import { literals } from "../schema/validator.ts"
import type * as fields from "./fields.ts"

type Issue = typeof fields.Issue.Type

const types: { readonly [tag: string]: string } = {
  Arrays: "list_type",
  Boolean: "bool_type",
  Literal: "literal_error",
  Number: "float_type",
  Objects: "dict_type",
  String: "string_type"
}

// Assumed: ours. A payload is a union of its possible forms, also of a single one.
const typeCode = (ast: SchemaAST.AST): string => {
  const only = SchemaAST.isUnion(ast) && ast.types.length === 1 ? ast.types[0] : ast
  return types[only?._tag ?? ""] ?? "value_error"
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** Checks name their code as `word`; Effect's own check of whole numbers does not. */
const filterCode = ({ annotations }: SchemaIssue.Filter["filter"]): string =>
  text(annotations?.["word"]) ??
  (annotations?.representation?.id === "effect/schema/isInt" ? "int_type" : "value_error")

const filterMessage = (issue: SchemaIssue.Filter): string | undefined => {
  const message = SchemaIssue.defaultCheckHook(issue)
  if (message !== undefined || issue.issue._tag !== "InvalidValue") return message
  const expected = text(issue.issue.annotations?.["expected"]) ?? text(issue.filter.annotations?.["expected"])
  return expected === undefined ? undefined : `Expected ${expected}`
}

const segment = (part: PropertyKey): string | number => (typeof part === "number" ? part : String(part))

const walk = (
  issue: SchemaIssue.Issue,
  path: Issue["path"],
  message?: string,
  given?: string
): Array<Issue> => {
  const found = (code: string, expected: string): Array<Issue> => [
    { path, message: message ?? expected, code: given ?? code }
  ]
  switch (issue._tag) {
    case "Filter":
      return walk(issue.issue, path, message ?? filterMessage(issue), given ?? filterCode(issue.filter))
    case "Encoding":
      return walk(issue.issue, path, message, given)
    case "Pointer":
      return walk(issue.issue, [...path, ...issue.path.map(segment)], message, given)
    case "Composite":
      return issue.issues.flatMap((inner) => walk(inner, path, message, given))
    case "MissingKey":
      return found("missing", "Field required")
    case "UnexpectedKey":
      return found("extra_forbidden", "Unknown field")
    case "AnyOf":
    case "InvalidType": {
      if (issue._tag === "AnyOf" && issue.issues.length > 0) {
        return issue.issues.flatMap((inner) => walk(inner, path, message, given))
      }
      const known = literals(issue.ast)
      if (known !== undefined)
        return found("literal_error", `Expected ${known.length > 1 ? "one of " : ""}${known.join(", ")}`)
      const code = typeCode(issue.ast)
      // A schema with a name would be called by it.
      return found(
        code,
        code === "dict_type"
          ? "Expected object"
          : SchemaIssue.defaultLeafHook(new SchemaIssue.InvalidType(issue.ast))
      )
    }
    default:
      return found("value_error", SchemaIssue.defaultLeafHook(issue))
  }
}

/** The issues of a schema error, in the order in which they were found. */
export const issuesOf = ({ issue }: Pick<Schema.SchemaError, "issue">): ReadonlyArray<Issue> =>
  walk(issue, [])
