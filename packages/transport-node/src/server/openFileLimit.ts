// How many connections fit into the limit of open files of this process, each of which is a file.
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

/** The part of the files that callers may take. The store, backends and logs need the others. */
const share = 0.5

/** The limit of open files; undefined where the system has none, or does not say. */
const openFiles = (): number | undefined => {
  // Other runtimes have none.
  const report: NodeJS.ProcessReport | undefined = process.report
  if (report === undefined) return undefined
  const excludeNetwork: unknown = Reflect.get(report, "excludeNetwork")
  // It would ask name servers for the addresses of connections.
  Object.assign(report, { excludeNetwork: true })
  const limits: unknown = Reflect.get(report.getReport(), "userLimits")
  Object.assign(report, { excludeNetwork })
  const files = Predicate.hasProperty(limits, "open_files") ? limits.open_files : undefined
  return Predicate.hasProperty(files, "soft") && typeof files.soft === "number" ? files.soft : undefined
}

/** The connections that fit, `most` at most, and at least one. */
export const fittingConnections = (most: number, files = openFiles()): number =>
  files === undefined ? most : Math.max(1, Math.min(most, Math.floor(files * share)))

/** The bounds of a server, as far as they are set. */
interface Bounds {
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
}

/** The bounds of connections that fit into so many files: one address keeps its part of them. */
export const fittingBounds = (
  { maxConnections, maxConnectionsPerAddress }: Bounds,
  files = openFiles()
): Bounds => {
  const fitting = fittingConnections(maxConnections, files)
  return {
    maxConnections: fitting,
    maxConnectionsPerAddress: Math.ceil((maxConnectionsPerAddress * fitting) / maxConnections)
  }
}

// Assumed: ours.
/** So many connections, or as many as fit into half of the open files. The log says when they are fewer. */
export const fitConnections = (bounds: Bounds): Effect.Effect<Bounds> =>
  Effect.suspend(() => {
    const fitting = fittingBounds(bounds)
    const [most, fewer] = [bounds.maxConnections, fitting.maxConnections]
    const warning = `At most ${fewer} connections in place of ${most}: half of the files that this process may open. Raise its limit of open files (ulimit -n) to ${2 * most}`
    return Effect.as(fewer < most ? Effect.logWarning(warning) : Effect.void, fitting)
  })
