// The search services over a transport whose server is a function.
import type { SearchRequest } from "@leadline/core/search"
import type { TransportRequest } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import type { BackendKind } from "../../src/kinds/BackendKind.ts"
import { brave } from "../../src/web-search/brave.ts"
import { exa } from "../../src/web-search/exa.ts"
import { searxng } from "../../src/web-search/searxng.ts"
import { tavily } from "../../src/web-search/tavily.ts"
import { type Script, scriptedTransport } from "./scriptedTransport.ts"

/** The kinds, by name. */
export const kinds = { searxng, brave, tavily, exa } as const
/** The name of one. */
export type Name = keyof typeof kinds

/** Their keys there. */
export const apiKey = "search-key-of-this-server"

/** A result as each service writes it. */
export const entry = (name: Name, url: string, published?: string) => {
  const [text, date] = {
    searxng: ["content", "publishedDate"],
    brave: ["description", "page_age"],
    tavily: ["content", "published_date"],
    exa: ["text", "publishedDate"]
  }[name] as [string, string]
  return { title: "A <b>page</b>", url, [text]: "Rain &amp; sun", [date]: published }
}

/** The answer of a server that finds these. */
export const found = (name: Name, ...results: ReadonlyArray<unknown>) => ({
  body: name === "brave" ? { web: { results } } : { results }
})

/** The service of a kind, its check, and the requests that its server got. It is 2026-06-15T12:00:00Z. */
export const use = (name: Name, script: Script, more: object = {}) => {
  const { layer, requests } = scriptedTransport(script)
  const kind: BackendKind = kinds[name]
  const url = kind.defaultUrl ?? "http://127.0.0.1:8083"
  const key = name === "searxng" ? undefined : Redacted.make(apiKey)
  const made = kind
    .make(
      { name, kind: name, url, apiKey: key, ...more },
      { search: { create: () => Effect.die("not used") } }
    )
    .pipe(Effect.provide(layer))
  const find = (request: SearchRequest) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_781_524_800_000)
      return yield* (yield* made).services.search?.create(request) ?? Effect.die("no search")
    }).pipe(Effect.scoped)
  return { check: Effect.scoped(Effect.flatMap(made, ({ check }) => check([]))), find, requests }
}

/** The query of a GET, or the body of a POST. */
export const askedOf = (request: TransportRequest | undefined): { readonly [name: string]: unknown } => {
  if (request?.body !== undefined) return JSON.parse(String(request.body))
  return Object.fromEntries(new URL(request?.url ?? "").searchParams)
}
