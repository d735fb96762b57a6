// The flags that name what answers the questions of a command.
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { UsageError } from "../commands/UsageError.ts"
import type { Source } from "./source.ts"

/** `--backends` and `--url`. */
export const sourceFlags = {
  backends: Flag.String("backends").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("File of backends that answer. Default: the embedded engine, in this process"),
    Flag.optional
  ),
  url: Flag.String("url").pipe(
    Flag.withMetavar("URL"),
    Flag.withDescription("Server that answers, with the API key in LEADLINE_API_KEY"),
    Flag.optional
  )
}

/** The source that flags name. Other commands start without what it loads. */
export const sourceOfFlags = (given: {
  readonly backends: Option.Option<string>
  readonly url: Option.Option<string>
}): Effect.Effect<Source, UsageError> => {
  const { backends: file, url } = given
  if (Option.isSome(file) && Option.isSome(url)) {
    return Effect.fail(new UsageError({ message: "--backends and --url: expected one of them" }))
  }
  return Effect.map(
    Effect.promise(() => import("./source.ts")),
    ({ backends, embedded, server }) =>
      Option.isSome(url) ? server(url.value) : Option.isSome(file) ? backends(file.value) : embedded
  )
}
