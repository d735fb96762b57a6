// A kind of backend: the resources it answers, the settings it takes, and how its services are made.
import type { Search } from "@leadline/core/search"
import type { Transport } from "@leadline/core/transport"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { BackendSettings } from "../configuration/settings.ts"
import type { Finding } from "../check/checks.ts"
import type { FetchPage } from "../fetch-url/FetchPage.ts"
import type { LocalModel } from "../llama/LocalModel.ts"
import type { Resource, Services } from "./Services.ts"

export type { Resource, Services } from "./Services.ts"

/** Answers of other backends, for kinds that need them: responses search the web with the search of the routes. */
export interface Dependencies {
  readonly search: Search["Service"]
  /** Whether there is something to search for a chat that says nothing of a search. Default: there is. */
  readonly searchesUnasked?: () => boolean
  /** Reads pages of the web. Undefined: the runtime cannot. */
  readonly fetchPage?: FetchPage | undefined
  /** The model of a backend whose kind has its model in this process. */
  readonly model?: LocalModel | undefined
}

/** A backend in use. */
export interface BackendInstance {
  /** One for each resource of its kind. */
  readonly services: Partial<Services>
  /** The models that it lists and takes by their names there. Absent: those of its configuration, or the contract's. */
  readonly models?: Effect.Effect<ReadonlyArray<string>>
  /**
   * Asks the server what it can do, for `leadline backends check`. It never fails: what fails is a finding. `routed` are
   * the resources whose routes use the backend.
   */
  readonly check: (routed: ReadonlyArray<Resource>) => Effect.Effect<ReadonlyArray<Finding>>
}

/** A kind of backend. `F` are the settings that it takes beside those of all kinds. */
export interface BackendKind<F extends Schema.Struct.Fields = {}> {
  /** As in the configuration. */
  readonly name: string
  readonly resources: ReadonlyArray<Resource>
  /** Settings of this kind alone. */
  readonly fields: F
  /** Where it is when the configuration does not say. Default: `url` or `command` is required. */
  readonly defaultUrl?: string
  /** How its address ends: in `/v1`, without it, or either way. `file`: it has the file of its setting `model` instead. */
  readonly url: "endsInV1" | "withoutV1" | "either" | "file"
  /** Default `optional`. */
  readonly apiKey?: "required"
  /** Makes its services over the transport of the backend. Nothing is sent before the first request. */
  // A method, because a list of kinds takes kinds with settings of their own.
  make(
    settings: BackendSettings & Schema.Struct.Type<F>,
    dependencies: Dependencies
  ): Effect.Effect<BackendInstance, never, Transport | Scope.Scope>
}

/** Keeps the type of the settings of a kind. */
export const backendKind = <const F extends Schema.Struct.Fields>(kind: BackendKind<F>): BackendKind<F> =>
  kind
