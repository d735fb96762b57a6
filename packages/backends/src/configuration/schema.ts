// The form of a configuration file: backends by name, routes by resource.
// Assumed: ours.
import { parseNetwork } from "@leadline/core/server-settings"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { kinds } from "../kinds/registry.ts"
import type { BackendKind } from "../kinds/BackendKind.ts"
import { type Resource, resources } from "../kinds/Services.ts"

const positive = (what: string) =>
  Schema.Int.check(Schema.makeFilter((value: number) => (value >= 1 ? undefined : `Expected ${what} from 1`)))

const timeSpan = "milliseconds, or a text like 20 seconds"

const TimeSpan = Schema.Union([Schema.Finite, Schema.String])
  .annotate({ expected: timeSpan })
  .check(
    Schema.makeFilter((value: number | string) => {
      const span = Option.getOrUndefined(Duration.fromInput(value as Duration.Input))
      return span !== undefined && Duration.toMillis(span) > 0 && Duration.isFinite(span)
        ? undefined
        : `Expected ${timeSpan}`
    })
  )

/** Does a text say where a secret is? */
export const isReference = (value: string): boolean => /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/.test(value)

// The text is not shown: it may be the key itself.
/** Where a secret is: `env:NAME` or `file:PATH`. */
export const SecretReference = Schema.String.check(
  Schema.makeFilter((value: string) =>
    isReference(value)
      ? undefined
      : "Expected env:NAME or file:PATH; a key itself is refused, because this file is no secret"
  )
)

/** A host, and optionally a port up to 65535, or `{port}`, and a path. */
const urlPattern =
  /^https?:\/\/(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::(?:\{port\}|[0-5]?\d{1,4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?(?:\/[^\s?#\\]*)?$/i

// The text is not shown: it may hold a password.
/** An address, without credentials. */
const Url = Schema.String.check(
  Schema.makeFilter((value: string) =>
    urlPattern.test(value)
      ? undefined
      : "Expected an http or https URL without credentials, query or fragment"
  )
)

const Network = Schema.String.check(
  Schema.makeFilter((value: string) =>
    parseNetwork(value) === undefined
      ? "Expected a network like 10.0.0.0/8 or fd00::/8, or an address"
      : undefined
  )
)

const Price = Schema.Struct({
  input: Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)),
  output: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)))
})

const Limits = Schema.Struct({
  questions: Schema.optionalKey(positive("a number")),
  options: Schema.optionalKey(positive("a number")),
  levels: Schema.optionalKey(positive("a number")),
  images: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
  contextTokens: Schema.optionalKey(positive("a number"))
})

// The text is not shown: it may hold a secret.
/** A program and its arguments. */
const Command = Schema.String.check(
  Schema.makeFilter((value: string) =>
    value.trim() === "" || /["'\0]/.test(value.replaceAll(/"[^"\0]*"|'[^'\0]*'/g, ""))
      ? "Expected a program and its arguments, with quotes in pairs"
      : undefined
  )
)

// The texts are not shown: they may be secrets.
const Environment = Schema.Record(Schema.String, Schema.String).check(
  Schema.makeFilter((variables: { readonly [name: string]: string }) =>
    Object.entries(variables).every(
      ([name, value]) =>
        /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) &&
        !value.includes("\0") &&
        (isReference(value) || !/^(?:env|file):/.test(value))
    )
      ? undefined
      : "Expected names of A-Z, a-z, 0-9 and _, each with a text, env:NAME or file:PATH"
  )
)

/** The settings of all kinds. */
const common = {
  url: Schema.optionalKey(Url).annotate({ description: "The address of the server." }),
  command: Schema.optionalKey(Command).annotate({
    description: "A program that serves it, started and ended with Leadline. {port} becomes a free port."
  }),
  environment: Schema.optionalKey(Environment).annotate({
    description: "Variables of the program beside PATH and HOME: a text, env:NAME or file:PATH."
  }),
  apiKey: Schema.optionalKey(SecretReference).annotate({ description: "env:NAME or file:PATH." }),
  models: Schema.optionalKey(Schema.Record(Schema.String, Schema.NonEmptyString)).annotate({
    description: "From the model of a request to its name there; * stands for all others."
  }),
  prices: Schema.optionalKey(Schema.Record(Schema.String, Price)).annotate({
    description: "By the name of the model there, USD per million tokens."
  }),
  limits: Schema.optionalKey(Limits).annotate({
    description: "What it takes in one request; more is split, or goes to another backend."
  }),
  timeout: Schema.optionalKey(TimeSpan).annotate({
    description: "For a whole response, or for the head of a stream. Default: 60 seconds."
  }),
  idleTimeout: Schema.optionalKey(TimeSpan).annotate({
    description: "Longest time without a byte in a stream. Default: 20 seconds."
  }),
  concurrency: Schema.optionalKey(positive("a number")).annotate({
    description: "Calls in progress at a time. Default: no limit."
  }),
  networks: Schema.optionalKey(Schema.Array(Network)).annotate({
    description: "Private networks in which it may be, like 10.0.0.0/8."
  }),
  proxy: Schema.optionalKey(Url).annotate({ description: "The URL of an HTTP proxy." })
}

/** The settings of all kinds that say nothing of an address. */
const unaddressed = Struct.pick(common, ["limits", "models", "prices"])

/** The settings of a backend of a kind, as in the file. */
export const backendOf = (kind: BackendKind): Schema.Codec<BackendInput, unknown> =>
  Schema.Struct({
    ...(kind.url === "file" ? unaddressed : common),
    ...kind.fields,
    kind: Schema.Literal(kind.name)
  })

/** The settings that every kind takes, as in the file. */
export interface BackendInput extends Schema.Struct.Type<typeof common> {
  readonly kind: string
  /** Of kinds that have one. */
  readonly model?: string
}

/** Message for an invalid backend name. */
export const backendNameRule = "Expected 1 to 64 of A-Z, a-z, 0-9, _ and -, and not embedded"

const BackendName = Schema.String.check(
  Schema.makeFilter((name: string) =>
    /^[A-Za-z0-9_-]{1,64}$/.test(name) && name !== "embedded" ? undefined : backendNameRule
  )
)

const weight = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1), Schema.isLessThanOrEqualTo(1_000))

const RouteStep = Schema.Union([Schema.String, Schema.Record(Schema.String, weight)]).annotate({
  expected: "a backend, or an object from backend to weight"
})

const Route = Schema.Array(RouteStep).check(
  Schema.makeFilter((steps: ReadonlyArray<unknown>) => (steps.length > 0 ? undefined : "Expected a backend"))
)

const Routes = Schema.Struct(
  Object.fromEntries(resources.map((name) => [name, Schema.optionalKey(Route)])) as {
    readonly [R in Resource]: Schema.optionalKey<typeof Route>
  }
)

/** The file, with backends whose settings are checked by their kind. */
export const ConfigurationFile = Schema.Struct({
  backends: Schema.Record(BackendName, Schema.Record(Schema.String, Schema.Json)),
  routes: Schema.optionalKey(Routes)
})

/** The whole file for editors and for the published JSON Schema. */
export const PublishedFile = Schema.Struct({
  backends: Schema.Record(Schema.String, Schema.Union(kinds.map(backendOf))),
  routes: Schema.optionalKey(Routes)
})
