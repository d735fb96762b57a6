// What is told beside the answer of the current request, by whoever knows something of it.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Written } from "../protocol/json/sourceText.ts"

interface Fields {
  readonly [name: string]: string
}

/** Gives further headers; sees those there are, by their lower-case names. */
export type TellBeside = (headers: { readonly [name: string]: string | undefined }) => Fields

/** What is told on the short way. */
export interface Telling {
  readonly headers: Array<TellBeside>
  /** An answer that came as text. */
  written: Written | undefined
}

/** Takes what is told on the short way; undefined on the long one. */
export const Told = Context.Reference<Telling | undefined>("@leadline/core/http/Beside/Told", {
  defaultValue: () => undefined
})

/** Tells the caller of the HTTP request that this context belongs to; does nothing outside one. */
export const tellUnsafe = (context: Context.Context<never>, tell: TellBeside): void => {
  const told = Context.get(context, Told)
  if (told !== undefined) return void told.headers.push(tell)
  HttpEffect.appendPreResponseHandlerUnsafe(context, (_request, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, tell(response.headers)))
  )
}
