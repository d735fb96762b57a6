// The settings of a backend and of the routes, as they are used: secrets read, defaults still absent.
import type * as Duration from "effect/Duration"
import type * as Redacted from "effect/Redacted"
import type { Resource } from "../kinds/Services.ts"

/** The price of a model, USD per million tokens. */
export interface Price {
  readonly input: number
  readonly output?: number
}

/** Limits of one request; more is split, or goes to another backend. */
export interface RequestLimits {
  /** Questions of decisions. */
  readonly questions?: number
  /** Options of a choice. */
  readonly options?: number
  /** Levels of a score. */
  readonly levels?: number
  /** Images of a state; 0: it cannot see. */
  readonly images?: number
  /** Input tokens. */
  readonly contextTokens?: number
}

/** The settings of all kinds of backends. */
export interface BackendSettings {
  /** Under which the routes know it. */
  readonly name: string
  /** The name of its kind, as `leadline`. */
  readonly kind: string
  /** Without a slash at the end; of a model in this process, the path of its file. A backend with a `command` gets its port in place of `{port}`. */
  readonly url: string
  /** This server's key there. Default: none. */
  readonly apiKey?: Redacted.Redacted | undefined
  /** From the model of a request to its name there; `*` stands for all others. Default: kinds decide. */
  readonly models?: { readonly [model: string]: string } | undefined
  /** By its name there. Default 0. */
  readonly prices?: { readonly [model: string]: Price } | undefined
  /** Limits of one request. Default: those of the kind. */
  readonly limits?: RequestLimits | undefined
  /** Time for a whole response, or for the head of a stream. Default 60 s. */
  readonly timeout?: Duration.Input | undefined
  /** Longest time without a byte in a stream. Default 20 s. */
  readonly idleTimeout?: Duration.Input | undefined
  /** Calls in progress at a time; the others wait, key groups in turn. Default no limit. */
  readonly concurrency?: number | undefined
  /** Private networks in which it may be. Default: none. */
  readonly networks?: ReadonlyArray<string> | undefined
  /** URL of an HTTP proxy. Default: none. */
  readonly proxy?: string | undefined
  /** A program that serves it, started and ended with this server. */
  readonly command?: string | undefined
  /** The environment of that program, beside PATH and HOME. Default: empty. */
  readonly environment?: { readonly [name: string]: Redacted.Redacted } | undefined
}

/** The price of a model by its name there; undefined: it has none. */
export const priceOf = ({ prices }: Pick<BackendSettings, "prices">, model: string): Price | undefined =>
  prices !== undefined && Object.hasOwn(prices, model) ? prices[model] : undefined

/** Backends that share the requests of a step, by weight. */
export type Step = ReadonlyArray<{ readonly backend: string; readonly weight: number }>

/** The backends of each resource, in the order in which they are tried. */
export type Routes = { readonly [R in Resource]?: ReadonlyArray<Step> }

/** All backends and routes. */
export interface Configuration {
  readonly backends: ReadonlyArray<BackendSettings>
  /** Resources that are missing here are answered by `embedded`. */
  readonly routes: Routes
  /** Where a setting of a backend stands, as `backends.yaml:3: backends.local.url`. Undefined: it is of no file. */
  readonly where?: ((backend: string, setting: string) => string) | undefined
}

/** The name of the engine in this process, which every route may use. */
export const embedded = "embedded"

/** Characters of a configuration file, at most. */
export const maxConfigurationLength = 131_072
