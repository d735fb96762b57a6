// Parses a configuration file into backends and routes. Every error is one line that names the setting.
// Assumed: ours.
import { invalidRequest } from "@leadline/core/errors"
import { suggestName } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type { BackendKind } from "../kinds/BackendKind.ts"
import { kinds } from "../kinds/registry.ts"
import type { ConfigurationError } from "./ConfigurationError.ts"
import type { ConfigurationDocument, Path } from "./parseText.ts"
import { parseRoutes } from "./routes.ts"
import { type BackendInput, backendNameRule, backendOf, ConfigurationFile, isReference } from "./schema.ts"
import type { BackendSettings, Configuration } from "./settings.ts"

/** How secrets are read. Undefined: there is none. */
export interface SecretSource {
  readonly environment: (name: string) => string | undefined
  readonly file: (path: string) => Effect.Effect<string | undefined>
}

/** A file to parse. */
export interface ConfigurationText extends SecretSource {
  /** Its name, for messages. */
  readonly name: string
  readonly text: string
}

/** Characters of a variable that a program gets from a file or from the environment, at most. */
const maxVariable = 32_768

const lowerFirst = (text: string) => text.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())

/** The settings that a schema has at a path; none where any name fits. */
const namesAt = (ast: SchemaAST.AST | undefined, [name, ...rest]: Path): ReadonlyArray<string> => {
  if (ast?._tag !== "Objects") return []
  const { indexSignatures, propertySignatures } = ast
  if (name === undefined) return propertySignatures.map((setting) => String(setting.name))
  const setting = propertySignatures.find((one) => one.name === name)
  return namesAt(setting?.type ?? indexSignatures[0]?.type, rest)
}

/** Message for a setting that a schema does not have. */
const unknownSetting = (schema: Schema.Top, path: Path): string =>
  `unknown field${suggestName(String(path.at(-1)), namesAt(schema.ast, path.slice(0, -1)))}`

/** Decodes a part of the file; unknown settings are errors. */
const decode = <A>(
  schema: Schema.Codec<A, unknown>,
  value: unknown,
  document: ConfigurationDocument,
  path: Path
): Effect.Effect<A, ConfigurationError> =>
  Effect.mapError(Schema.decodeUnknownEffect(schema)(value, { onExcessProperty: "error" }), (error) => {
    const [issue] = invalidRequest(error).issues ?? []
    const within = issue?.path ?? []
    const at = [...path, ...within]
    if (issue?.code !== "extra_forbidden") return document.error(at, lowerFirst(issue?.message ?? "invalid"))
    const isName = at.length === 2 && at[0] === "backends"
    return document.error(at, isName ? lowerFirst(backendNameRule) : unknownSetting(schema, within))
  })

const kindNames = kinds.map(({ name }) => name)

const kindOf = (name: unknown): BackendKind | undefined => kinds.find((kind) => kind.name === name)

/** The problem of a backend's address; undefined: none. */
const urlProblem = ({ url: form }: BackendKind, url: string, hasCommand: boolean): string | undefined => {
  if (url.includes("{port}") && !hasCommand) return "{port} needs a command"
  if (form === "either" || form === "file") return undefined
  const path = url.replace(/^https?:\/\/[^/]+/i, "").replace(/\/+$/, "")
  if (form === "endsInV1") return path === "" ? "expected an address that ends in /v1" : undefined
  return /\/v1(?:\/[^/]+)?$/.test(path) ? "expected an address without /v1" : undefined
}

/** Its address without a slash at the end, or what is wrong. */
const urlOf = (
  kind: BackendKind,
  { command, model, url }: BackendInput
): { readonly url: string } | { readonly problem: string; readonly setting: "url" | "command" } => {
  if (kind.url === "file") return { url: model ?? "" }
  const hasCommand = command !== undefined
  const own = hasCommand ? `http://127.0.0.1:{port}${kind.url === "endsInV1" ? "/v1" : ""}` : undefined
  const given = url ?? own ?? kind.defaultUrl
  if (given === undefined) return { setting: "url", problem: "required" }
  const isPlaced = given.includes("{port}") || /:\d/.test(given)
  if (command?.includes("{port}") === true && !given.includes("{port}"))
    return { setting: "url", problem: "expected {port} in it, as in the command" }
  if (hasCommand && !isPlaced) return { setting: "url", problem: "expected a port" }
  const problem = urlProblem(kind, given, hasCommand)
  return problem === undefined ? { url: given.replace(/\/+$/, "") } : { setting: "url", problem }
}

/** The text that a reference names, and its name; an error says the name alone. */
const readReference = (reference: string, { environment, file }: SecretSource) =>
  Effect.gen(function* () {
    const name = reference.slice(reference.indexOf(":") + 1)
    const isFile = reference.startsWith("file:")
    const text = (isFile ? yield* file(name) : environment(name))?.trim() ?? ""
    return text === ""
      ? yield* Effect.fail(isFile ? `${name} cannot be read or is empty` : `${name} is not set`)
      : { name, text }
  })

/** Reads a key; an error names what it refers to, never what is in it. */
const readKey = (reference: string, source: SecretSource): Effect.Effect<Redacted.Redacted, string> =>
  Effect.flatMap(readReference(reference, source), ({ name, text }) =>
    /^[\x21-\x7e]{1,4096}$/.test(text)
      ? Effect.succeed(Redacted.make(text))
      : Effect.fail(`${name} holds no key: expected 1 to 4096 visible ASCII characters`)
  )

/** Reads the value of a variable of a program: the text itself, or what it refers to. */
const readVariable = (value: string, source: SecretSource): Effect.Effect<Redacted.Redacted, string> => {
  if (!isReference(value)) return Effect.succeed(Redacted.make(value))
  return Effect.flatMap(readReference(value, source), ({ name, text }) =>
    text.length <= maxVariable && !text.includes("\0")
      ? Effect.succeed(Redacted.make(text))
      : Effect.fail(`${name}: expected at most ${maxVariable} characters, none of them NUL`)
  )
}

const parseBackend = (
  name: string,
  input: { readonly [setting: string]: unknown },
  document: ConfigurationDocument,
  source: SecretSource
): Effect.Effect<BackendSettings, ConfigurationError> =>
  Effect.gen(function* () {
    const path = ["backends", name]
    const kind = kindOf(input["kind"])
    if (kind === undefined) {
      const known = `expected one of ${kindNames.join(", ")}`
      return yield* document.error(
        [...path, "kind"],
        Object.hasOwn(input, "kind") ? known : `required, ${known}`
      )
    }
    const settings: BackendInput = yield* decode(backendOf(kind), input, document, path)
    const url = urlOf(kind, settings)
    if ("problem" in url) return yield* document.error([...path, url.setting], url.problem)
    if (kind.apiKey === "required" && settings.apiKey === undefined)
      return yield* document.error([...path, "apiKey"], "required: env:NAME or file:PATH")
    const apiKey =
      settings.apiKey === undefined
        ? undefined
        : yield* Effect.mapError(readKey(settings.apiKey, source), (problem) =>
            document.error([...path, "apiKey"], problem)
          )
    if (settings.environment !== undefined && settings.command === undefined)
      return yield* document.error([...path, "environment"], "needs a command")
    const variables = yield* Effect.forEach(Object.entries(settings.environment ?? {}), ([variable, value]) =>
      readVariable(value, source).pipe(
        Effect.map((secret) => [variable, secret] as const),
        Effect.mapError((problem) => document.error([...path, "environment", variable], problem))
      )
    )
    const environment = variables.length === 0 ? undefined : Object.fromEntries(variables)
    return { ...settings, ...url, name, apiKey, environment } as BackendSettings
  })

/** Parses a file and reads its secrets. */
export const parseConfiguration = ({
  name: file,
  text,
  ...source
}: ConfigurationText): Effect.Effect<Configuration, ConfigurationError> =>
  Effect.gen(function* () {
    // The reader of YAML is loaded where there is a file.
    const { parseText } = yield* Effect.promise(() => import("./parseText.ts"))
    const document = yield* parseText(file, text)
    const input = yield* decode(ConfigurationFile, document.value ?? {}, document, [])
    const backends = yield* Effect.forEach(Object.entries(input.backends), ([name, settings]) =>
      parseBackend(name, settings, document, source)
    )
    return {
      backends,
      routes: yield* parseRoutes(input.routes ?? {}, backends, document),
      where: (name, setting) => document.where(["backends", name, setting])
    }
  })
