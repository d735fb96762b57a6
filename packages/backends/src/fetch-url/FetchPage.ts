// The interface that reads a page of the web for `fetch_url`.
import type * as Effect from "effect/Effect"

/** A page as text. */
export interface FetchedPage {
  /** Where it was found, after redirects. */
  readonly url: string
  readonly title: string
  readonly text: string
}

/** How a page is read. */
export interface FetchOptions {
  /** Keeps to the robots.txt of the site. */
  readonly respectRobots: boolean
  /** Ports beside 80 and 443. */
  readonly ports?: ReadonlyArray<number> | undefined
}

/** Reads a page. Fails with the reason why it cannot, for the model: it holds nothing of the page. */
export type FetchPage = (url: string, options: FetchOptions) => Effect.Effect<FetchedPage, string>
