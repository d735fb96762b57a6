// The log line for an answer that breaks the contract.
import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { type InvalidResponseError, type Issue, issueText } from "../../errors/ApiError.ts"
import { issuesInMessage } from "../../errors/limits.ts"
import type { Route } from "../Route.ts"

/** Adds the names of the fields that a schema declares, at any depth. */
const addNames = (ast: SchemaAST.AST, names: Set<string>): void => {
  switch (ast._tag) {
    case "Objects":
      for (const { name, type } of ast.propertySignatures) {
        names.add(String(name))
        addNames(type, names)
      }
      for (const { type } of ast.indexSignatures) addNames(type, names)
      return
    case "Arrays":
      for (const type of [...ast.elements, ...ast.rest]) addNames(type, names)
      return
    case "Union":
      for (const type of ast.types) addNames(type, names)
  }
}

/** An issue without names that the schema does not have: callers choose those, such as the names of questions. */
const withoutNames = ({ message, path }: Issue, declared: ReadonlySet<string>): Issue => ({
  message,
  path: path.map((part) => (typeof part === "number" || declared.has(part) ? part : "…"))
})

const namesOf = (response: Schema.Top | undefined): ReadonlySet<string> => {
  const names = new Set<string>()
  if (response !== undefined) addNames(response.ast, names)
  return names
}

/** The line: the operation, and what its answer lacks, by fields and expectations. It shows no value. */
export const brokenAnswer = (
  { operation, response }: Pick<Route, "operation" | "response">,
  { issues = [] }: InvalidResponseError
): string => {
  const declared = namesOf(response)
  const texts = issues.slice(0, issuesInMessage).map((issue) => issueText(withoutNames(issue, declared)))
  const problem = texts.length === 0 ? "it does not fit the request" : texts.join("; ")
  return `The answer of ${operation} breaks the contract: ${problem}`
}
