// The search tab: a query, its filters, pages with dates.
// Source: §2.9, §4.8.
import { results as limits, type SearchResponse } from "@leadline/core/search"
import { counted } from "../format.ts"
import { CodeView } from "../components/CodeView.tsx"
import { Field, Select } from "../components/Fields.tsx"
import { ResponseFacts } from "../components/ResponseFacts.tsx"
import { CallResult } from "../components/CallResult.tsx"
import { SearchResults } from "../components/SearchResults.tsx"
import { RunButtons } from "../components/RunButtons.tsx"
import { SearchScope } from "../components/SearchScope.tsx"
import { call } from "../api.ts"
import { useCall } from "../useCall.ts"
import { patch, useSessionState } from "../useSessionState.ts"
import { handleSubmit } from "../handleSubmit.ts"

const defaults = {
  query: "retries and deadlines",
  most: "5",
  domains: "",
  recency: "",
  after: "",
  before: ""
}

const recencies: ReadonlyArray<readonly [string, string]> = [
  ["", "Any time"],
  ["hour", "Past hour"],
  ["day", "Past day"],
  ["week", "Past week"],
  ["month", "Past month"],
  ["year", "Past year"]
]

/** A day as filters write it: month/day/year. */
const toFilter = (day: string): string => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$2/$3/$1")

const requestOf = ({ after, before, domains, most, query, recency }: typeof defaults) => {
  const named = domains.split(/[\s,]+/).filter((domain) => domain !== "")
  return {
    query,
    ...(most === "" ? {} : { max_results: Number(most) }),
    ...(named.length === 0 ? {} : { search_domain_filter: named }),
    ...(recency === "" ? {} : { search_recency_filter: recency }),
    ...(after === "" ? {} : { search_after_date_filter: toFilter(after) }),
    ...(before === "" ? {} : { search_before_date_filter: toFilter(before) })
  }
}

/** The tab. */
export const Search = () => {
  const [form, setForm] = useSessionState("search", defaults)
  const change = patch(setForm)
  const { start, state, stop } = useCall<SearchResponse>()
  const request = requestOf(form)
  const run = () => void start((signal) => call("search.create", request, signal))
  return (
    <form class="split" onSubmit={handleSubmit(run)}>
      <div>
        <h2>Query</h2>
        <Field
          id="search-query"
          label="Search for"
          isRequired
          value={form.query}
          set={(query) => change({ query })}
        />
        <fieldset>
          <legend>Filters</legend>
          <div class="pair">
            <Field
              id="search-most"
              label="Maximum results"
              type="number"
              min={1}
              max={limits.max}
              value={form.most}
              set={(most) => change({ most })}
            />
            <Select
              id="search-recency"
              label="Time range"
              hint="Not together with dates"
              options={recencies}
              value={form.recency}
              set={(recency) => change({ recency })}
            />
            <Field
              id="search-after"
              label="Published after"
              type="date"
              value={form.after}
              set={(after) => change({ after })}
            />
            <Field
              id="search-before"
              label="Published before"
              type="date"
              value={form.before}
              set={(before) => change({ before })}
            />
          </div>
          <Field
            id="search-domains"
            label="Domains"
            placeholder="example.com -example.org"
            hint="Separate domains with spaces; a leading - excludes one."
            value={form.domains}
            set={(domains) => change({ domains })}
          />
        </fieldset>
        <SearchScope />
        <RunButtons label="Search" isRunning={state.is === "running"} stop={stop} />
        <CodeView shown={{ operation: "search.create", method: "POST", path: "/search", request }} />
      </div>
      <CallResult
        title="Results"
        label="Results"
        state={state}
        empty="Search for pages with title, snippet and dates."
        waiting="Searching ..."
        summary={({ results }) =>
          results.length === 0
            ? "No pages found. Try other words or fewer filters."
            : `${counted(results.length, "page")} found.`
        }
        again={run}
      >
        {({ results }, head) => (
          <>
            <SearchResults pages={results} />
            <ResponseFacts head={head} />
          </>
        )}
      </CallResult>
    </form>
  )
}
