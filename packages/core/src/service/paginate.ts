// Walks over the pages of a list.
// Source: §4.4, §4.5.
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

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

// Assumed: docs. A null or empty token is the end, too.
/** The request for the next page; undefined after the last page. */
export const nextPage = <Request extends Paged>(
  request: Request,
  { next_page_token: page_token, next_token }: Page
): Request | undefined =>
  page_token ? { ...request, page_token } : next_token ? { ...request, next_token } : undefined

/** Has a page no more items than requested, or than `most` by default, and leads to a page other than itself? */
export const pageFits = (
  { limit, next_token, page_token = next_token }: Paged & { readonly limit?: number },
  page: Page,
  items: ReadonlyArray<unknown>,
  most: number
): boolean => {
  const token = page.next_page_token || page.next_token
  return items.length <= (limit ?? most) && (!token || token !== page_token)
}

/** The items of all pages, each page fetched on demand. */
export const paginate = <Request extends Paged, P extends Page, Item, E, R>(
  list: (request: Request) => Effect.Effect<P, E, R>,
  request: Request,
  items: (page: P) => ReadonlyArray<Item>
): Stream.Stream<Item, E, R> =>
  Stream.paginate(request, (current) =>
    Effect.map(list(current), (page) => [items(page), Option.fromUndefinedOr(nextPage(current, page))])
  )
