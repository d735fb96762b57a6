// Search: a query, its filters, pages with dates.
// Source: §2.9, §4.8.
import { results as limits, type SearchResponse } from "@leadline/core/search"
import { type Answer, call } from "../api.ts"
import { Field } from "../parts/Fields.tsx"
import { Panel } from "../parts/Panel.tsx"
import { Facts, headFacts } from "../parts/Problem.tsx"
import { SearchResults, SearchScope } from "../parts/Sources.tsx"
import { counted } from "../text.ts"
import { useForm } from "../useForm.ts"
import { useRun } from "../useRun.ts"

const defaults = {
  query: "retries and deadlines",
  most: "5",
  domains: "",
  recency: "",
  after: "",
  before: ""
}

const recencies = [
  ["", "Any time"],
  ...["hour", "day", "week", "month", "year"].map((unit) => [unit, `Past ${unit}`] as const)
] as const

/** A day as filters write it: month/day/year. */
const toFilter = (day: string): string => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$2/$3/$1")

const requestOf = ({ after, before, domains, most, query, recency }: typeof defaults) => {
  const named = domains.split(/[\s,]+/).filter((domain) => domain !== "")
  return {
    query,
    ...(most !== "" && { max_results: Number(most) }),
    ...(named.length > 0 && { search_domain_filter: named }),
    ...(recency !== "" && { search_recency_filter: recency }),
    ...(after !== "" && { search_after_date_filter: toFilter(after) }),
    ...(before !== "" && { search_before_date_filter: toFilter(before) })
  }
}

/** The panel. */
export const Search = () => {
  const { field, form } = useForm("search", defaults)
  const runner = useRun<Answer<SearchResponse>>()
  const request = requestOf(form)
  return (
    <Panel
      title="Query"
      label="Search"
      result="Results"
      runner={runner}
      begin={() => runner.start(call("search.create", request))}
      shown={{ operation: "search.create", path: "/search", request }}
      empty="Search for pages with title, snippet and dates."
      waiting="Searching ..."
      done={({ data: { results } }) =>
        results.length === 0
          ? "No pages found. Try other words or fewer filters."
          : `${counted(results.length, "page")} found.`
      }
      fields={
        <>
          <Field {...field("query")} label="Search for" required />
          <SearchScope />
          <div class="pair">
            <Field {...field("most")} label="Maximum results" type="number" min={1} max={limits.max} />
            <Field
              {...field("recency")}
              label="Time range"
              hint="Not together with dates"
              options={recencies}
            />
            <Field {...field("after")} label="Published after" type="date" />
            <Field {...field("before")} label="Published before" type="date" />
          </div>
          <Field
            {...field("domains")}
            label="Domains"
            hint="Separate domains with spaces; a leading - excludes one."
            placeholder="example.com -example.org"
          />
        </>
      }
    >
      {({ data, head }) => (
        <>
          <SearchResults pages={data.results} />
          <Facts facts={headFacts(head)} />
        </>
      )}
    </Panel>
  )
}
