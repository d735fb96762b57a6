// Finds the route of a request: its path byte for byte, then its method. A wrong path is 404, a wrong method 405.
// Source: §7.1; Assumed: ours for byte-for-byte matching.
import { noSuchOpenAiPath, noSuchPath, type Rejection, wrongMethod } from "./ServerResponse.ts"
import { isOpenAiPath, none, type Values } from "./requestTarget.ts"
import type { Route } from "./Route.ts"

/** The name of a path that no route has, in metrics and logs. */
export const noRoute = "none"

// Assumed: ours.
/** The form of an id in a path; anything else is a wrong path. */
const id = /^[A-Za-z0-9_-]{1,128}$/

/** Characters of a text in a path, percent-encoded, at most. */
const maxText = 1_024

/** A percent-encoded text; undefined where it is none. */
const decoded = (segment: string): string | undefined => {
  if (segment === "" || segment.length > maxText) return undefined
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** All routes of one path. */
interface Path {
  readonly path: string
  readonly segments: ReadonlyArray<string>
  readonly takesTexts: boolean
  readonly methods: ReadonlyMap<string, Route>
  /** Its methods, as in the header `allow`. */
  readonly allow: string
  readonly wrongMethod: Rejection
}

/** Where a request leads. */
export interface Target {
  /** The path template, or {@link noRoute}. */
  readonly template: string
  /** The methods of the path; undefined: there is no such path. */
  readonly allow: string | undefined
  readonly params: Values
  /** The route, or why there is none. */
  readonly route: Route | Rejection
}

const nowhere: Target = { template: noRoute, allow: undefined, params: none, route: noSuchPath }

/** Nowhere on the base path of OpenAI's clients. */
const nowhereOfOpenAi: Target = { ...nowhere, route: noSuchOpenAiPath }

const paramsOf = (
  { segments: pattern, takesTexts }: Path,
  segments: ReadonlyArray<string>
): Values | undefined => {
  if (pattern.length !== segments.length) return undefined
  const params: { [name: string]: string } = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ""
    if (!part.startsWith(":")) {
      if (part !== segment) return undefined
      continue
    }
    const value = takesTexts ? decoded(segment) : id.test(segment) ? segment : undefined
    if (value === undefined) return undefined
    params[part.slice(1)] = value
  }
  return params
}

const pathsOf = (routes: ReadonlyArray<Route>): ReadonlyArray<Path> =>
  Array.from(new Set(routes.map(({ path }) => path)), (path) => {
    const own = routes.filter((route) => route.path === path)
    const allow = own
      .map(({ method }) => method)
      .toSorted()
      .join(", ")
    return {
      path,
      segments: path.split("/"),
      takesTexts: own.some(({ pathTexts }) => pathTexts),
      methods: new Map(own.map((route) => [route.method, route])),
      allow,
      wrongMethod: wrongMethod(allow)
    }
  })

const targetOf = (path: Path, method: string, params: Values): Target => ({
  template: path.path,
  allow: path.allow,
  params,
  route: path.methods.get(method) ?? path.wrongMethod
})

/** Makes a router of routes. */
export const makeRouter = (routes: ReadonlyArray<Route>) => {
  const paths = pathsOf(routes)
  const fixed = new Map(paths.filter(({ path }) => !path.includes("/:")).map((path) => [path.path, path]))
  const patterns = paths.filter(({ path }) => path.includes("/:"))

  return (method: string, target: string): Target => {
    const end = target.indexOf("?")
    const path = end < 0 ? target : target.slice(0, end)
    const known = fixed.get(path)
    if (known !== undefined) return targetOf(known, method, none)
    const segments = path.split("/", 32)
    for (const pattern of patterns) {
      const params = paramsOf(pattern, segments)
      if (params !== undefined) return targetOf(pattern, method, params)
    }
    return isOpenAiPath(path) ? nowhereOfOpenAi : nowhere
  }
}

const methods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])

/** A method as metrics and logs name it: a usual one, or `OTHER`. */
export const methodName = (method: string): string => (methods.has(method) ? method : "OTHER")
