// Search results: title, address, dates, snippet.
// Source: §2.9, §2.10.
import { SafeLink } from "./SafeLink.tsx"

/** One result of search, chat or responses. */
export interface FoundPage {
  readonly title?: string | null
  readonly url: string
  readonly snippet?: string | null
  readonly date?: string | null
  readonly last_updated?: string | null
}

const Day = ({ day, what }: { readonly what: string; readonly day: string | null | undefined }) =>
  day === undefined || day === null ? null : (
    <span>
      {what} <time dateTime={day}>{day}</time>
    </span>
  )

/** The address without its scheme. */
const shortOf = (url: string): string => url.replace(/^https?:\/\//, "")

/** Results in order, numbered as citations count them. */
export const SearchResults = ({ pages }: { readonly pages: ReadonlyArray<FoundPage> }) => (
  <ol class="pages">
    {pages.map(({ date, last_updated, snippet, title, url }) => (
      <li key={url}>
        <SafeLink url={url}>{title || url}</SafeLink>
        <p class="where">
          <span>{shortOf(url)}</span>
          <Day what="published" day={date} />
          {last_updated === date ? null : <Day what="updated" day={last_updated} />}
          {(date ?? last_updated) ? null : <span>no date</span>}
        </p>
        {snippet ? <p class="snippet">{snippet}</p> : null}
      </li>
    ))}
  </ol>
)
