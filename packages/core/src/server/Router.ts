// The first look at a request: its path, byte for byte, and its method, against the contract's own table.
// Source: §7.1; Assumed: ours for byte-for-byte matching and empty bodies off decisions.
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** What the gate decides: let pass, 404, or 405 with the methods that exist. */
export type Verdict = "pass" | "notFound" | { readonly allow: string }

/** What the gate reads of an api: the methods and paths of its endpoints. */
export interface Table {
  readonly groups: {
    readonly [group: string]: {
      readonly endpoints: { readonly [name: string]: { readonly method: string; readonly path: string } }
    }
  }
}

interface Path {
  readonly segments: ReadonlyArray<string>
  readonly methods: ReadonlyArray<string>
}

/** Assumed: ours. What a path id may look like; anything else is a wrong path. */
const id = /^[A-Za-z0-9_-]{1,128}$/

const fits = (pattern: ReadonlyArray<string>, segments: ReadonlyArray<string>): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) => {
    const segment = segments[index] ?? ""
    return part.startsWith(":") ? id.test(segment) : part === segment
  })

const table = (apis: ReadonlyArray<Table>): ReadonlyArray<Path> => {
  const methods = new Map<string, ReadonlyArray<string>>()
  for (const group of apis.flatMap(({ groups }) => Object.values(groups))) {
    for (const { method, path } of Object.values(group.endpoints)) {
      methods.set(path, [...(methods.get(path) ?? []), method])
    }
  }
  return Array.from(methods, ([path, known]) => ({ segments: path.split("/"), methods: known.toSorted() }))
}

/** Judges a method and a request target, query included, by the endpoints of all apis served. */
export const makeGate = (...apis: ReadonlyArray<Table>): ((method: string, target: string) => Verdict) => {
  const paths = table(apis)
  return (method, target) => {
    const end = target.indexOf("?")
    const segments = (end < 0 ? target : target.slice(0, end)).split("/", 32)
    const path = paths.find((known) => fits(known.segments, segments))
    if (path === undefined) return "notFound"
    return path.methods.includes(method) ? "pass" : { allow: path.methods.join(", ") }
  }
}

/**
 * Answers wrong paths and wrong methods before routing, HEAD and OPTIONS among them: 404 and 405 with
 * empty bodies. Stands inside `Answers`, which stamps the 405.
 */
export const layer = (...apis: ReadonlyArray<Table>) => {
  const judge = makeGate(...apis)
  return HttpRouter.middleware(
    (httpEffect) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method, url }) => {
        const verdict = judge(method, url)
        if (verdict === "pass") return httpEffect
        return Effect.succeed(
          verdict === "notFound"
            ? HttpServerResponse.empty({ status: 404 })
            : HttpServerResponse.empty({ status: 405, headers: { allow: verdict.allow } })
        )
      }),
    { global: true }
  )
}
