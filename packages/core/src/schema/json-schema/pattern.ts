// Regular expressions of callers' schemas. They run in linear time: a caller's pattern never reaches a backtracking
// engine. Supported: literals, classes, groups, alternatives, quantifiers and both anchors.
import * as Result from "effect/Result"
import { buildMachine, matchesAnywhere } from "./patternMachine.ts"
import type { PatternNode } from "./patternSyntax.ts"
import { parsePattern } from "./patternSyntax.ts"

/** A compiled pattern. */
export interface Pattern {
  /** Does the pattern match anywhere in the text, as JSON Schema defines it? */
  readonly test: (text: string) => boolean
  /** A short text that matches. */
  readonly example: string
}

const shortestMatch = (node: PatternNode): string => {
  if (node.kind === "set") return node.sample
  if (node.kind === "all") return node.nodes.map(shortestMatch).join("")
  if (node.kind === "any")
    return node.nodes.map(shortestMatch).reduce((best, text) => (text.length < best.length ? text : best))
  return node.kind === "repeat" ? shortestMatch(node.node).repeat(node.min) : ""
}

/** Compiles a pattern. Fails with a reason when it uses unsupported syntax or becomes too large. */
export const compilePattern = (source: string): Result.Result<Pattern, string> => {
  const root = parsePattern(source)
  if (root === undefined)
    return Result.fail("is not supported: expected literals, classes, groups, quantifiers and anchors")
  const states = buildMachine(root)
  if (states === undefined) return Result.fail("is not supported: it is too large")
  return Result.succeed({ test: (text) => matchesAnywhere(states, text), example: shortestMatch(root) })
}
