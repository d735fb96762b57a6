// Reads the list of results in an answer of a search service: entries without an address are left out.
import * as Effect from "effect/Effect"
import { badGateway } from "../http/mapStatus.ts"
import { valueAt } from "../json/unknownJson.ts"
import type { FoundPage } from "./SearchServer.ts"

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined

/** Results that are read, of those that a service sends: it was asked for fewer. */
const most = 100

/** Characters of an address. */
const urlLength = 2_048

/** A text or a list of texts as one text. */
const joined = (value: unknown): string | undefined =>
  Array.isArray(value) ? text(value.filter((part) => typeof part === "string").join(" … ")) : text(value)

/** The names of the fields of a result, for snippet and date the first that has a text. */
export interface ResultFields {
  readonly snippet: ReadonlyArray<string>
  readonly published: ReadonlyArray<string>
}

/** The pages of a list. An answer without a list is a bad gateway. */
export const readResults = (list: unknown, { published, snippet }: ResultFields) =>
  Array.isArray(list)
    ? Effect.succeed(
        list.slice(0, most).flatMap((entry): ReadonlyArray<FoundPage> => {
          const url = text(valueAt(entry, "url"))
          if (url === undefined || url.length > urlLength || !/^https?:\/\//i.test(url)) return []
          const first = (names: ReadonlyArray<string>) =>
            names.map((name) => joined(valueAt(entry, name))).find((value) => value !== undefined)
          return [
            {
              url,
              title: text(valueAt(entry, "title")) ?? "",
              snippet: first(snippet) ?? "",
              published: first(published)
            }
          ]
        })
      )
    : Effect.fail(badGateway())
