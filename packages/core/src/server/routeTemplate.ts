// The template of a path: what may be told of it.
// Source: §7.1; Assumed: ours.
import type { Table } from "./Router.ts"

/** What a path that is in no table is called. */
export const none = "none"

/** Gives the template of a request target by the endpoints of all apis served, `none` for any other. */
export const makeRouteOf = (apis: ReadonlyArray<Table>): ((target: string) => string) => {
  const paths = new Set(
    apis
      .flatMap(({ groups }) => Object.values(groups))
      .flatMap(({ endpoints }) => Object.values(endpoints).map(({ path }) => path))
  )
  const patterns = Array.from(paths)
    .filter((path) => path.includes("/:"))
    .map((path) => ({
      path,
      pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/:[a-z_]+/gi, "[A-Za-z0-9_-]{1,128}")}$`)
    }))
  return (target) => {
    const end = target.indexOf("?")
    const path = end < 0 ? target : target.slice(0, end)
    if (paths.has(path)) return path
    if (path.length > 1_024) return none
    return patterns.find(({ pattern }) => pattern.test(path))?.path ?? none
  }
}

const methods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])

/** A method as it may be told: one that is known, or `OTHER`. */
export const methodOf = (method: string): string => (methods.has(method) ? method : "OTHER")
