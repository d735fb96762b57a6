// The kind `brave`: the Brave Search API.
import { valueAt } from "../json/unknownJson.ts"
import { backendKind } from "../kinds/BackendKind.ts"
import { siteOperators } from "./domains.ts"
import { searchFields } from "./settings.ts"
import { makeSearchBackend } from "./makeSearchBackend.ts"
import { readResults } from "./readResults.ts"
import type { SearchPlan } from "./SearchServer.ts"
import { unsupportedMode, unsupportedOf } from "./unsupported.ts"

// Assumed: docs of the service.
const countries = new Set(
  "AR AU AT BE BR CA CL DK FI FR DE GR HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US".split(
    " "
  )
)

/** Languages that it names otherwise. */
const languages: { readonly [language: string]: string } = { ja: "jp", no: "nb", pt: "pt-br", zh: "zh-hans" }

const freshness = { hour: "pd", day: "pd", week: "pw", month: "pm", year: "py" } as const

/** Characters and words of a query, at most. */
const maxCharacters = 400
const maxWords = 50

const firstDayEver = "1970-01-01"

const freshnessOf = ({ firstDay, lastDay, now, recency }: SearchPlan): string | undefined => {
  if (recency !== undefined) return freshness[recency]
  if (firstDay === undefined && lastDay === undefined) return undefined
  return `${firstDay ?? firstDayEver}to${lastDay ?? new Date(now).toISOString().slice(0, 10)}`
}

const queryOf = ({ exclude, include, mode, query }: SearchPlan): string => {
  const operators = siteOperators(mode === "sec" ? [...include, "sec.gov"] : include, exclude)
  const room = maxCharacters - operators.length - 1
  const words = query.split(/\s+/).slice(0, maxWords).join(" ")
  return `${words.slice(0, Math.max(1, room))} ${operators}`.trim().slice(0, maxCharacters)
}

/** The Brave Search API. Its dates say when it found a page. */
export const brave = backendKind({
  name: "brave",
  resources: ["search"],
  fields: searchFields,
  defaultUrl: "https://api.search.brave.com",
  url: "withoutV1",
  apiKey: "required",
  make: (settings) =>
    makeSearchBackend({ ...settings, keyHeader: "x-subscription-token" }, (client) => ({
      unsupported: (request) => [
        ...unsupportedOf(request, countries.has(request.country?.toUpperCase() ?? "") ? [] : ["country"]),
        ...unsupportedMode(request, ["sec"])
      ],
      search: (plan) => {
        const { country, language } = plan
        return client.call(
          {
            operation: "search.create",
            path: "/res/v1/web/search",
            query: {
              q: queryOf(plan),
              count: plan.count,
              text_decorations: "false",
              country: country === undefined ? undefined : countries.has(country) ? country : "ALL",
              search_lang: language === undefined ? undefined : (languages[language] ?? language),
              freshness: freshnessOf(plan)
            }
          },
          (answer) => {
            // Without results, the answer has no `web`.
            const list = valueAt(answer, "web", "results") ?? []
            return readResults(list, { snippet: ["description"], published: ["page_age"] })
          }
        )
      }
    }))
})
