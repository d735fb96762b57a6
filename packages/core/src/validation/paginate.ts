// Walks over the pages of a list.
// Source: §4.4, §4.5.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import { toJsonValue } from "../schema/toJsonValue.ts"
import { loadStreams } from "#load-streams"

/** The part of a list request that names the page: `page_token`, of async chat `next_token`. */
export interface Paged {
  readonly page_token?: string
  readonly next_token?: string
}

/** The part of a page that names the next one. */
export interface Page {
  readonly next_page_token?: string | null
  readonly next_token?: string | null
}

/** Of the walk that a request belongs to: a token that it has met, and the pages that it has behind it. */
const walks = new WeakMap<object, readonly [met: string, pages: number]>()

// Assumed: docs. A null or empty token is the end, too.
const tokenOf = (page: Page): string | null | undefined => page.next_page_token || page.next_token

/** The request for the next page; undefined after the last page. */
export const nextPage = <Request extends Paged>(request: Request, page: Page): Request | undefined => {
  const token = tokenOf(page)
  if (!token) return undefined
  const name = page.next_page_token ? "page_token" : "next_token"
  // As it is sent: the check of a request copies any other, and the copy is of no walk.
  const next = toJsonValue({ ...request, [name]: token }) as Request
  const [met, pages] = walks.get(request) ?? ["", 0]
  // Another token is kept after 1, 2, 4, 8 pages: so one of any circle is met again (Brent).
  walks.set(next, [pages & (pages + 1) ? met : token, pages + 1])
  return next
}

/**
 * Has a page no more items than requested, or than `most` by default? And does it lead to a new one? Not to itself, nor,
 * in a walk, in a circle: that is seen after at most four times its pages.
 */
export const pageFits = (
  request: Paged & { readonly limit?: number },
  page: Page,
  items: ReadonlyArray<unknown>,
  most: number
): boolean => {
  const token = tokenOf(page)
  const { limit = most, next_token, page_token = next_token } = request
  return items.length <= limit && (!token || token !== (walks.get(request)?.[0] ?? page_token))
}

/** The items of all pages, each page fetched on demand, with what is around the effect where the stream has nothing of its own. */
export const paginate = <Request extends Paged, P extends Page, Item, E, R>(
  list: (request: Request) => Effect.Effect<P, E, R>,
  request: Request,
  items: (page: P) => ReadonlyArray<Item>
): Effect.Effect<Stream.Stream<Item, E, R>> =>
  Effect.contextWith((given: Context.Context<never>) =>
    Effect.map(loadStreams, (Stream) =>
      Stream.paginate(request, (current) =>
        list(current).pipe(
          Effect.updateContext((own: Context.Context<R>) => Context.merge(given, own)),
          Effect.map((page) => [items(page), Option.fromUndefinedOr(nextPage(current, page))])
        )
      )
    )
  )
