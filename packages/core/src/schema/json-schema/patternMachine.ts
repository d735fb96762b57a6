// Matches a parsed regular expression in time linear in the text, as a nondeterministic finite automaton.
import type { PatternNode } from "./patternSyntax.ts"

const maxStates = 600

/** A state of the automaton. It consumes a code point, checks an anchor, or only branches. */
export interface State {
  readonly has?: (sign: number) => boolean
  readonly anchor?: "start" | "end"
  readonly next: Array<number>
}

/** Builds the automaton; `undefined` when it has too many states. */
export const buildMachine = (root: PatternNode): ReadonlyArray<State> | undefined => {
  const states: Array<State> = [{ next: [] }]
  const state = (made: State): number => states.push(made) - 1
  let full = false
  /** Adds a node that continues at state `to`; returns its first state. State 0 accepts. */
  const add = (node: PatternNode, to: number): number => {
    if (states.length > maxStates) full = true
    if (full) return to
    if (node.kind === "set") return state({ has: node.has, next: [to] })
    if (node.kind === "start" || node.kind === "end") return state({ anchor: node.kind, next: [to] })
    if (node.kind === "any") return state({ next: node.nodes.map((inner) => add(inner, to)) })
    if (node.kind === "all") return node.nodes.toReversed().reduce((next, inner) => add(inner, next), to)
    let entry = to
    if (node.max === Infinity) {
      entry = state({ next: [to] })
      states[entry]?.next.push(add(node.node, entry))
    } else {
      for (let i = node.min; i < node.max && !full; i++) entry = state({ next: [to, add(node.node, entry)] })
    }
    for (let i = 0; i < node.min && !full; i++) entry = add(node.node, entry)
    return entry
  }
  const start = add(root, 0)
  states.push({ next: [start] })
  return full ? undefined : states
}

/** Does the automaton match anywhere in the text? */
export const matchesAnywhere = (states: ReadonlyArray<State>, text: string): boolean => {
  const codePoints = Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
  let current = new Set<number>()
  const enter = (into: Set<number>, first: number, at: number): void => {
    const open = [first]
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const found = states[index]
      if (found === undefined || into.has(index)) continue
      if (found.anchor === "start" && at !== 0) continue
      if (found.anchor === "end" && at !== codePoints.length) continue
      into.add(index)
      if (found.has === undefined) open.push(...found.next)
    }
  }
  for (let at = 0; at <= codePoints.length; at++) {
    // A match may start anywhere.
    enter(current, states.length - 1, at)
    if (current.has(0)) return true
    const sign = codePoints[at]
    if (sign === undefined) return false
    const following = new Set<number>()
    for (const index of current) {
      const found = states[index]
      if (found?.has?.(sign) === true) for (const next of found.next) enter(following, next, at + 1)
    }
    current = following
  }
  return false
}
