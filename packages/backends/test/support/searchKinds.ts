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

/** A result as each service writes it. */
export const entry = (name: Name, url: string, published?: string) => ({
  title: "A <b>page</b>",
  url,
  ...{
    searxng: { content: "Rain &amp; sun", publishedDate: published },
    brave: { description: "Rain &amp; sun", page_age: published },
    tavily: { content: "Rain &amp; sun", published_date: published },
    exa: { text: "Rain &amp; sun", publishedDate: published }
  }[name]
})

/** The body of an answer with results. */
export const bodyOf = (name: Name, results: ReadonlyArray<unknown>) =>
  name === "brave" ? { web: { results } } : { results }

/** A server that always finds these. */
export const withResults =
  (name: Name, ...results: ReadonlyArray<unknown>): Script =>
  () => ({ status: 200, body: bodyOf(name, results) })

/** The service of a kind, its check, and the requests that its server got. */
export const use = (
  name: Name,
  script: Script,
  more: { readonly unsupportedFilters?: "refuse" | "ignore"; readonly pricePerThousand?: number } = {}
) => {
  const { layer, requests } = scriptedTransport(script)
  const kind: BackendKind = kinds[name]
  const settings = {
    name,
    kind: name,
    url: kind.defaultUrl ?? "http://127.0.0.1:8083",
    apiKey: name === "searxng" ? undefined : Redacted.make("search-key-of-this-server"),
    ...more
  }
  const made = kind.make(settings, { search: { create: () => Effect.die("not used") } })
  const find = (request: SearchRequest) =>
    Effect.gen(function* () {
      // 2026-06-15T12:00:00Z
      yield* TestClock.setTime(1_781_524_800_000)
      return yield* (yield* made).services.search?.create(request) ?? Effect.die("no search")
    }).pipe(Effect.provide(layer), Effect.scoped)
  const check = Effect.flatMap(made, (backend) => backend.check([])).pipe(
    Effect.provide(layer),
    Effect.scoped
  )
  return { check, find, requests }
}

/** The query of a GET, or the body of a POST. */
export const askedOf = (request: TransportRequest | undefined): { readonly [name: string]: unknown } => {
  if (request?.body !== undefined) return JSON.parse(String(request.body))
  return Object.fromEntries(new URL(request?.url ?? "").searchParams)
}
