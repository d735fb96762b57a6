// Issues as text for messages.
import type * as fields from "./fields.ts"
import { nameLength } from "./limits.ts"

type Issue = typeof fields.Issue.Type

const plain = /^[A-Za-z_$][\w$]*$/

/** A path on one line: `tools[0].name`. */
export const pathText = (path: Issue["path"]): string =>
  path
    .map((part, index) => {
      if (typeof part === "number") return `[${part}]`
      const name = part.length > nameLength ? `${part.slice(0, nameLength)}…` : part
      return plain.test(name) ? (index === 0 ? name : `.${name}`) : `[${JSON.stringify(name)}]`
    })
    .join("")

/** A sentence as it continues after a colon: `Expected` becomes `expected`, `JSON` stays. */
export const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** One issue on one line: `questions.team.criteria: expected 1 to 255 options`. */
export const issueText = ({ message, path }: Issue): string =>
  path.length === 0 ? lowerFirst(message) : `${pathText(path)}: ${lowerFirst(message)}`
