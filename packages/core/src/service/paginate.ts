// A walk over the pages of a list.
// Source: §4.4, §4.5.
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** What a walk needs of a request. */
export interface Paged {
  readonly page_token?: string
}

/** What a walk needs of a page. */
export interface Page {
  readonly next_page_token?: string | null
}

/** The request for the page after; undefined at the end, which null and an empty token are too. Assumed: docs. */
export const nextPage = <Request extends Paged>(
  asked: Request,
  { next_page_token: page_token }: Page
): Request | undefined =>
  page_token === undefined || page_token === null || page_token === "" ? undefined : { ...asked, page_token }

/** Every item of a list, page after page, each asked for when the one before is used up. */
export const paginate = <Request extends Paged, P extends Page, Item, E, R>(
  list: (request: Request) => Effect.Effect<P, E, R>,
  request: Request,
  items: (page: P) => ReadonlyArray<Item>
): Stream.Stream<Item, E, R> =>
  Stream.paginate(request, (asked) =>
    Effect.map(list(asked), (page) => [items(page), Option.fromUndefinedOr(nextPage(asked, page))])
  )
