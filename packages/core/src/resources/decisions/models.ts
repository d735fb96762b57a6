// Which models the dialects know, by which names, and the version of each name.
// Source: §2.1; aliases are Assumed: clients.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ApiError from "../../errors/ApiError.ts"
import { includesModel, ModelNames } from "../../schema/models.ts"
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

/** The names that the dialects take on a server. */
export interface KnownModels {
  readonly aliases: ReadonlyMap<string, Model>
  /** The names of its configuration. */
  readonly own: () => ReadonlyArray<string>
}

/** The names of this server. */
export const knownModels: Effect.Effect<KnownModels> = Effect.map(
  Effect.all([Aliases, ModelNames]),
  ([aliases, models]) => ({ aliases, own: () => models("decisions") })
)

const unknownModel = ({ aliases, own }: KnownModels) => {
  const names = [...versions.keys(), ...aliases.keys(), ...own()].join(", ")
  const issue = { path: ["model"], message: `Expected one of ${names}`, code: "literal_error" }
  return new ApiError.InvalidRequestError({
    message: ApiError.issueText(issue),
    issues: [issue],
    phase: "request"
  })
}

/** The version of a model name; the name itself where it is of the configuration. */
export const versionOf = (
  name: string,
  models: KnownModels
): Effect.Effect<Model, ApiError.InvalidRequestError> => {
  const own = models.own()
  const version = own.includes(name) ? name : versions.get(models.aliases.get(name) ?? name)
  if (version !== undefined) return Effect.succeed(version)
  return includesModel(own, name) ? Effect.succeed(name) : Effect.fail(unknownModel(models))
}
