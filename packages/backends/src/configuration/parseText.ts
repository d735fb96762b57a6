// Reads the text of a configuration file, JSON or YAML, and knows the line of each of its settings.
// Assumed: ours, for the limits.
import * as Effect from "effect/Effect"
import { maxConfigurationLength } from "./settings.ts"
import { type ErrorCode, isMap, isNode, isScalar, Lexer, LineCounter, type Node, parseDocument } from "yaml"
import { ConfigurationError } from "./ConfigurationError.ts"

/** The path of a setting. */
export type Path = ReadonlyArray<string | number>

/** A parsed file. */
export interface ConfigurationDocument {
  readonly value: unknown
  /** Where a setting stands: file, line and path, as `backends.yaml:3: backends.local.url`. */
  readonly where: (path: Path) => string
  /** The error of a setting. */
  readonly error: (path: Path, message: string) => ConfigurationError
}

/** Names, values, signs and blanks of a file: the parser takes more than linear time for them. */
const maxTokens = 20_000

/** Plainer words for errors of the parser. */
const problems: { readonly [code in ErrorCode]?: string } = {
  BAD_INDENT: "the indentation does not fit the lines before, or a closing bracket is missing",
  BAD_SCALAR_START: "a text that begins with this sign needs quotes",
  BLOCK_AS_IMPLICIT_KEY: "expected one name and its value on this line; the indentation may be wrong",
  DUPLICATE_KEY: "the same name stands twice in one object",
  MISSING_CHAR: "a comma, a colon, or a closing bracket, brace or quote is missing",
  MULTIPLE_DOCS: "expected one document, but --- begins another",
  RESOURCE_EXHAUSTION: "objects and lists are nested too deeply",
  TAB_AS_INDENT: "expected blanks in place of tabs at the beginning of a line",
  TAG_RESOLVE_FAILED: "expected no tag",
  UNEXPECTED_TOKEN: "expected the end of the value, a comma, or a closing bracket"
}

/** `backends.local.kind`; a list's entries count from 0: `routes.chat[1]`. */
const pathText = (path: Path): string =>
  path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join("")

/** The limit that a text exceeds, before it is parsed; undefined: none. */
const tooMuch = (text: string): string | undefined => {
  if (text.length > maxConfigurationLength) return `expected at most ${maxConfigurationLength} characters`
  let tokens = 0
  for (const _token of new Lexer().lex(text)) {
    if (++tokens > maxTokens) return `expected at most ${maxTokens} names, values and signs`
  }
  return undefined
}

/** Where the deepest part of a path that the file has begins. */
const offsetOf = (contents: Node | null, path: Path): number => {
  let node: unknown = contents
  let offset = contents?.range?.[0]
  for (const part of path) {
    if (!isNode(node)) break
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
      if (pair === undefined) break
      offset = isNode(pair.key) ? pair.key.range?.[0] : offset
      node = pair.value
    } else {
      node = "get" in node && typeof node.get === "function" ? node.get(part, true) : undefined
      offset = isNode(node) ? node.range?.[0] : offset
    }
  }
  return offset ?? 0
}

const parse = (text: string, lineCounter: LineCounter) =>
  Effect.try({
    try: () => {
      const document = parseDocument(text, { lineCounter, prettyErrors: false, strict: true })
      const [problem] = [...document.errors, ...document.warnings]
      if (problem !== undefined) return { line: lineCounter.linePos(problem.pos[0]).line, problem }
      const value: unknown = document.toJS({ maxAliasCount: 100 })
      return { contents: document.contents, value }
    },
    catch: () => "a reference (*name) has no anchor (&name), or there are too many of them"
  })

/** Parses a file. References to other places of the file (anchors) may stand 100 times at most. */
export const parseText = (
  file: string,
  text: string
): Effect.Effect<ConfigurationDocument, ConfigurationError> =>
  Effect.gen(function* () {
    const refused = tooMuch(text)
    if (refused !== undefined) return yield* new ConfigurationError({ message: `${file}: ${refused}` })
    const lineCounter = new LineCounter()
    const parsed = yield* Effect.mapError(
      parse(text, lineCounter),
      (message) => new ConfigurationError({ message: `${file}: ${message}` })
    )
    if ("problem" in parsed) {
      const { code, message } = parsed.problem
      return yield* new ConfigurationError({
        message: `${file}:${parsed.line}: ${problems[code] ?? message}`
      })
    }
    const lineOf = (path: Path): string =>
      `${file}:${lineCounter.linePos(offsetOf(parsed.contents, path)).line}`
    const where = (path: Path): string =>
      path.length === 0 ? lineOf(path) : `${lineOf(path)}: ${pathText(path)}`
    return {
      value: parsed.value,
      where,
      error: (path, message) => new ConfigurationError({ message: `${where(path)}: ${message}` })
    }
  })
