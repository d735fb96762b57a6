// Reads the text of a configuration file, JSON or YAML, and knows the line of each of its settings.
import * as Effect from "effect/Effect"
import { isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml"
import { ConfigurationError } from "./ConfigurationError.ts"

/** The path of a setting. */
export type Path = ReadonlyArray<string | number>

/** A parsed file. */
export interface ConfigurationDocument {
  readonly value: unknown
  /** The error of a setting, with file, line and path. */
  readonly error: (path: Path, message: string) => ConfigurationError
}

/** `backends.local.kind`; a list's entries count from 0: `routes.chat[1]`. */
const pathText = (path: Path): string =>
  path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join("")

/** Parses a file. References to other places of the file (anchors) may stand 100 times at most. */
export const parseText = (
  file: string,
  text: string
): Effect.Effect<ConfigurationDocument, ConfigurationError> =>
  Effect.gen(function* () {
    const lineCounter = new LineCounter()
    const document = parseDocument(text, { lineCounter, prettyErrors: false, strict: true })
    const [problem] = document.errors
    if (problem !== undefined) {
      const { line } = lineCounter.linePos(problem.pos[0])
      return yield* new ConfigurationError({ message: `${file}:${line}: ${problem.message}` })
    }
    /** Where the deepest part of a path that the file has begins. */
    const lineOf = (path: Path): number => {
      let node: unknown = document.contents
      let offset = isNode(node) ? node.range?.[0] : 0
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
      return lineCounter.linePos(offset ?? 0).line
    }
    const value = yield* Effect.try({
      try: (): unknown => document.toJS({ maxAliasCount: 100 }),
      catch: () => new ConfigurationError({ message: `${file}: it refers to itself too often` })
    })
    return {
      value,
      error: (path, message) =>
        new ConfigurationError({
          message: `${file}:${lineOf(path)}: ${path.length === 0 ? "" : `${pathText(path)}: `}${message}`
        })
    }
  })
