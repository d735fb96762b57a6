// The query of a request target.
import * as Result from "effect/Result"
import * as Url from "effect/http/Url"
import * as UrlParams from "effect/http/UrlParams"

/** Values by name, from a path or a query. */
export interface Values {
  readonly [name: string]: string | ReadonlyArray<string>
}

/** No values. */
export const none: Values = {}

/** The query of a request target, by name; a name that is given twice has all its values. */
export const queryOf = (target: string): Values => {
  const at = target.indexOf("?")
  if (at < 0) return none
  const url = Url.fromString(`http://localhost/${target.slice(at)}`)
  return Result.isSuccess(url) ? UrlParams.toRecord(Url.urlParams(url.success)) : none
}
