// Which models the dialects know, by which names, and the version of each name.
// Source: §2.1; aliases are Assumed: clients.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ApiError from "../../errors/ApiError.ts"
import type { Model } from "./schema.ts"

// Assumed: clients.
/** Other names of the models, on the paths of other clients. Default: `jev-latest`, which one client sends by default. */
export const Aliases = Context.Reference<ReadonlyMap<string, Model>>(
  "@leadline/core/decisions/systemone/Aliases",
  { defaultValue: () => new Map([["jev-latest", "decider-27b"]]) }
)

const versions: ReadonlyMap<string, Model> = new Map([
  ["decider-27b", "decider-27b-v0"],
  ["decider-27b-v0", "decider-27b-v0"]
])

const unknownModel = (aliases: ReadonlyMap<string, Model>) => {
  const names = [...versions.keys(), ...aliases.keys()].join(", ")
  const issue = { path: ["model"], message: `Expected one of ${names}`, code: "literal_error" }
  return new ApiError.InvalidRequestError({
    message: ApiError.issueText(issue),
    issues: [issue],
    phase: "request"
  })
}

/** The version of a model name. */
export const versionOf = (
  name: string,
  aliases: ReadonlyMap<string, Model>
): Effect.Effect<Model, ApiError.InvalidRequestError> => {
  const version = versions.get(aliases.get(name) ?? name)
  return version === undefined ? Effect.fail(unknownModel(aliases)) : Effect.succeed(version)
}
