// Page tokens: the place in a list after which the next page begins, signed.
// Source: §4.4, §4.5; Assumed: ours for the form, the binding and the age.
import { InvalidRequestError } from "@leadline/core/errors"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Pepper } from "../crypto/Pepper.ts"
import { isSigned, sign } from "../crypto/signature.ts"

/** A place in a list ordered by time and id. */
export interface Position {
  /** Unix milliseconds. */
  readonly created_at: number
  /** Of letters, digits, `_` and `-`. */
  readonly id: string
}

/** Whose list it is. */
export interface List {
  readonly route: string
  readonly group: string
  /** Milliseconds for which a token is good. */
  readonly maxAge: number
}

const form = /^p1\.(?<at>\d{1,15})\.(?<created>\d{1,15})\.(?<id>[A-Za-z0-9_-]{1,128})\.(?<mac>[0-9a-f]{32})$/

const bound = ({ group, route }: List, at: number, { created_at, id }: Position) =>
  [encodeURIComponent(route), encodeURIComponent(group), String(at), String(created_at), id] as const

/** The token of a place, good in this list only and until it is too old. */
export const make = Effect.fnUntraced(function* (pepper: Pepper["Service"], list: List, position: Position) {
  const at = yield* Clock.currentTimeMillis
  const mac = yield* sign(pepper, "page", ...bound(list, at, position))
  return `p1.${at}.${position.created_at}.${position.id}.${mac}`
})

const refused = new InvalidRequestError({
  message: "page_token: expected the next_page_token of a page of this list, at most a day old"
})

/** The place a token names; undefined for none and for an empty one. Forged, foreign or too old: refused alike. */
export const read = Effect.fnUntraced(function* (
  pepper: Pepper["Service"],
  list: List,
  token: string | undefined
) {
  if (token === undefined || token === "") return undefined
  const { at = "", created = "", id = "", mac = "" } = form.exec(token)?.groups ?? {}
  const position: Position = { created_at: Number(created), id }
  const isOurs = yield* isSigned(pepper, mac, "page", ...bound(list, Number(at), position))
  const now = yield* Clock.currentTimeMillis
  return isOurs && now - Number(at) <= list.maxAge ? position : yield* refused
})
