// The kind `tavily`: the Tavily search API.
import { valueAt } from "../json/unknownJson.ts"
import { backendKind } from "../kinds/BackendKind.ts"
import { addDays } from "./dates.ts"
import { searchFields } from "./settings.ts"
import { makeSearchBackend } from "./makeSearchBackend.ts"
import { readResults } from "./readResults.ts"
import type { SearchPlan } from "./SearchServer.ts"
import { unsupportedMode, unsupportedOf } from "./unsupported.ts"

const names = new Intl.DisplayNames("en", { type: "region" })

/** `germany` for `DE`. It only moves pages of that country up. */
const countryName = (country: string): string | undefined => names.of(country)?.toLowerCase()

const datesOf = ({ firstDay, lastDay, recency }: SearchPlan) => {
  if (recency === "hour") return { max_hours: 1 }
  if (recency !== undefined) return { time_range: recency }
  return {
    ...(firstDay !== undefined && { start_date: firstDay }),
    // Assumed: ours. Its end may or may not be included; what is too late is cut.
    ...(lastDay !== undefined && { end_date: addDays(lastDay, 1) })
  }
}

const bodyOf = (plan: SearchPlan) => {
  const { country, exclude, language, mode, query } = plan
  const include = mode === "sec" ? [...plan.include, "sec.gov"] : plan.include
  return {
    query,
    topic: "general",
    max_results: plan.count,
    ...(country !== undefined && { country: countryName(country) }),
    ...(language !== undefined && { language, filter_by_language: true }),
    ...(include.length > 0 && { include_domains: include }),
    ...(exclude.length > 0 && { exclude_domains: exclude }),
    ...datesOf(plan)
  }
}

/** The Tavily search API. */
export const tavily = backendKind({
  name: "tavily",
  resources: ["search"],
  fields: searchFields,
  defaultUrl: "https://api.tavily.com",
  url: "withoutV1",
  apiKey: "required",
  make: (settings) =>
    makeSearchBackend(settings, (client) => ({
      unsupported: (request) => [...unsupportedOf(request, []), ...unsupportedMode(request, ["sec"])],
      search: (plan) =>
        client.call({ operation: "search.create", path: "/search", body: bodyOf(plan) }, (answer) =>
          readResults(valueAt(answer, "results"), { snippet: ["content"], published: ["published_date"] })
        )
    }))
})
