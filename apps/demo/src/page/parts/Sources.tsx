// Search results and links to them: only http, https and the demo's own documents become links.
// Source: §2.9, §2.10.
import type { ComponentChildren } from "preact"
import { useContext } from "preact/hooks"
import { AboutContext } from "../AboutContext.ts"
import { safeAddress, shortAddress } from "./safeAddresses.ts"

/** A link that opens in a new tab without a referrer, or plain text. */
export const SafeLink = ({
  children,
  url
}: {
  readonly url: string
  readonly children: ComponentChildren
}) => {
  const href = safeAddress(url)
  return href === undefined ? (
    <span>{children}</span>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** One result of search, chat or responses. */
export interface FoundPage {
  readonly title?: string | null
  readonly url: string
  readonly snippet?: string | null
  readonly date?: string | null
  readonly last_updated?: string | null
}

/** Results in order, numbered as citations count them. */
export const SearchResults = ({ pages }: { readonly pages: ReadonlyArray<FoundPage> }) => (
  <ol>
    {pages.map(({ date, last_updated: updated, snippet, title, url }) => (
      <li key={url}>
        <SafeLink url={url}>{title || url}</SafeLink>
        <p class="hint">
          {shortAddress(url)}
          {date && `, published ${date}`}
          {updated && updated !== date && `, updated ${updated}`}
          {!date && !updated && ", no date"}
        </p>
        {snippet && <p class="snippet">{snippet}</p>}
      </li>
    ))}
  </ol>
)

/** The results that an answer stands on. */
export const Sources = ({ pages }: { readonly pages: ReadonlyArray<FoundPage> }) =>
  pages.length === 0 ? null : (
    <details>
      <summary>Sources: {pages.length}</summary>
      <SearchResults pages={pages} />
    </details>
  )

/** What search covers in this demo; nothing where the service is not the demo's own. */
export const SearchScope = () =>
  useContext(AboutContext)?.baseUrl === undefined && (
    <p class="hint">
      In this demo, search covers this project's documentation. Ask about the client or the server.
    </p>
  )
