// Finds import cycles.
import type { ImportGraph } from "./sources.ts"

/** A shortest way from a file back to itself within some files, or undefined. */
const wayBack = (graph: ImportGraph, start: string): ReadonlyArray<string> | undefined => {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const file of queue) {
    for (const target of graph.get(file) ?? []) {
      if (target === start) {
        const way = [file]
        for (let at = file; at !== start;) {
          at = cameFrom.get(at) ?? start
          way.unshift(at)
        }
        return way
      }
      if (cameFrom.has(target)) continue
      cameFrom.set(target, file)
      queue.push(target)
    }
  }
  return undefined
}

/** The files that lie on a cycle, without those that only lead to one or away from one. */
const onCycles = (graph: ImportGraph): ImportGraph => {
  let left = new Map(graph)
  for (;;) {
    const imported = new Set([...left.values()].flat())
    const kept = new Map(
      [...left]
        .filter(([file, targets]) => imported.has(file) && targets.some((target) => left.has(target)))
        .map(([file, targets]) => [file, targets.filter((target) => left.has(target))])
    )
    if (kept.size === left.size) return kept
    left = kept
  }
}

/** A shortest cycle for each file on one, each cycle once, from its first file in alphabetical order. */
export const importCycles = (graph: ImportGraph): ReadonlyArray<ReadonlyArray<string>> => {
  const candidates = onCycles(graph)
  const found = new Map<string, ReadonlyArray<string>>()
  for (const file of [...candidates.keys()].toSorted()) {
    const way = wayBack(candidates, file)
    if (way === undefined) continue
    const first = way.indexOf(way.toSorted()[0] ?? file)
    const cycle = [...way.slice(first), ...way.slice(0, first)]
    found.set(cycle.join(" "), cycle)
  }
  return [...found.values()]
}
