// Signed page tokens: the position in a list after which the next page starts.
// Source: §4.4, §4.5; Assumed: ours for the form, the binding and the age.
import { InvalidRequestError } from "@leadline/core/errors"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { BigIntColumn } from "../database/dialect.ts"
import type { Pepper } from "./Pepper.ts"
import { isSigned, sign } from "./signature.ts"

/** A position in a list ordered by time and id. */
export interface Position {
  /** Unix milliseconds. */
  readonly created_at: number
  /** Consists of letters, digits, `_` and `-`. */
  readonly id: string
}

/** The list a token belongs to. */
export interface List {
  readonly route: string
  readonly group: string
  /** Milliseconds for which a token is valid. */
  readonly maxAge: number
  /** The refusal of all other tokens: which field expects what. */
  readonly invalidToken: () => InvalidRequestError
}

const tokenPattern =
  /^p1\.(?<at>\d{1,15})\.(?<created>\d{1,15})\.(?<id>[A-Za-z0-9_-]{1,128})\.(?<mac>[0-9a-f]{32})$/

const signedParts = ({ group, route }: List, at: number, { created_at, id }: Position) =>
  [encodeURIComponent(route), encodeURIComponent(group), String(at), String(created_at), id] as const

/** The token of a position, valid for this list until its age limit. */
const make = Effect.fnUntraced(function* (pepper: Pepper["Service"], list: List, position: Position) {
  const at = yield* Clock.currentTimeMillis
  const mac = sign(pepper, "page", ...signedParts(list, at, position))
  return `p1.${at}.${position.created_at}.${position.id}.${mac}`
})

/** The position of a token; undefined without one. Forged, expired and foreign tokens fail with the same error. */
const read = Effect.fnUntraced(function* (pepper: Pepper["Service"], list: List, token: string | undefined) {
  if (token === undefined || token === "") return undefined
  const { at = "", created = "", id = "", mac = "" } = tokenPattern.exec(token)?.groups ?? {}
  const position: Position = { created_at: Number(created), id }
  const isValid = isSigned(pepper, mac, "page", ...signedParts(list, Number(at), position))
  const now = yield* Clock.currentTimeMillis
  return isValid && now - Number(at) <= list.maxAge ? position : yield* list.invalidToken()
})

/** Refuses what is not a `page_token`. */
export const invalidPageToken = (): InvalidRequestError =>
  new InvalidRequestError({
    message: "page_token: expected the next_page_token of a page of this list, at most a day old"
  })

/** A page of rows and, if more follow, the token of the next page. `rowsAfter` reads at most `count` rows. */
export const readPage = Effect.fnUntraced(function* <Row extends { readonly created_at: BigIntColumn }, E, R>(
  pepper: Pepper["Service"],
  list: List,
  request: { readonly limit: number; readonly token: string | undefined },
  rowsAfter: (after: Position | undefined, count: number) => Effect.Effect<ReadonlyArray<Row>, E, R>,
  idOf: (row: Row) => string
) {
  const after = yield* read(pepper, list, request.token)
  const found = yield* rowsAfter(after, request.limit + 1)
  const rows = found.slice(0, request.limit)
  const last = found.length > request.limit ? rows.at(-1) : undefined
  if (last === undefined) return { rows, next: undefined }
  const position = { created_at: Number(last.created_at), id: idOf(last) }
  return { rows, next: yield* make(pepper, list, position) }
})
