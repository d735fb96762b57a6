// A walk over the pages of a list.
// Source: §4.4, §4.5.
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

interface Page {
  readonly next_page_token?: string | null
}

/** Assumed: docs. A token that is absent, null or empty ends a list. */
const isLast = (token: string | null | undefined): token is null | undefined | "" =>
  token === undefined || token === null || token === ""

/** Every item of a list, page after page, each asked for when the one before is used up. */
export const everyItem = <Request extends { readonly page_token?: string }, P extends Page, Item, E, R>(
  list: (request: Request) => Effect.Effect<P, E, R>,
  request: Request,
  items: (page: P) => ReadonlyArray<Item>
): Stream.Stream<Item, E, R> =>
  Stream.paginate(request, (asked) =>
    Effect.map(list(asked), (page) => [
      items(page),
      isLast(page.next_page_token) ? Option.none() : Option.some({ ...asked, page_token: page.next_page_token })
    ])
  )
