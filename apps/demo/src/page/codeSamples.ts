// The current request as code to copy: curl, promises, Effect.
// Source: §4, §5.

/** An operation and its request. */
export interface Shown {
  /** As in `decisions.create`. */
  readonly operation: string
  readonly method?: string
  /** With the query that curl needs. */
  readonly path: string
  /** The argument of the method. */
  readonly request: object
  readonly isStream?: boolean
  /** The name of a file that is sent as the field `file` of the request. */
  readonly file?: string
  /** An error class to handle. */
  readonly handles?: string
}

/** Long strings, such as images, end in `...`. */
export const brief = <A>(value: A): A =>
  JSON.parse(JSON.stringify(value), (_name, inner: unknown) =>
    typeof inner === "string" && inner.length > 400 ? `${inner.slice(0, 60)}...` : inner
  ) as A

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** The argument as TypeScript: keys without quotes where they need none. */
const argument = ({ file, request }: Shown): string =>
  json(file === undefined ? request : { ...request, file })
    .replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:")
    .replace(`file: "${file}"`, "file")

const curl = ({ file, isStream = false, method = "POST", path, request }: Shown): string =>
  [
    `curl ${isStream ? "--no-buffer " : ""}-X ${method} "$LEADLINE_BASE_URL${path}"`,
    `  -H "Authorization: Bearer $LEADLINE_API_KEY"`,
    ...(file === undefined
      ? [
          `  -H "Content-Type: application/json"`,
          `  -d '${json(isStream ? { ...request, stream: true } : request).replaceAll("'", "'\\''")}'`
        ]
      : [`  -F "file=@${file}"`])
  ].join(" \\\n")

const readingFile = ({ file }: Shown) =>
  file === undefined
    ? { imports: "", read: "" }
    : {
        imports: `import { readFile } from "node:fs/promises"\n`,
        read: `const file = await readFile("${file}")\n`
      }

const indented = (text: string) => text.replaceAll("\n", "\n  ")

const promise = (shown: Shown): string => {
  const { handles, isStream = false, operation } = shown
  const { imports, read } = readingFile(shown)
  const call = `client.${operation}(${argument(shown)})`
  const use = isStream
    ? `for await (const event of ${call}) {\n  console.log(event)\n}`
    : `console.log(await ${call})`
  return `${handles === undefined ? "" : `import { isApiError } from "@leadline/core/errors"\n`}import { createClient } from "@leadline/transport-node"
${imports}
// Base URL and key come from LEADLINE_BASE_URL and LEADLINE_API_KEY.
const client = createClient()
${read}${
    handles === undefined
      ? use
      : `try {
  ${indented(use)}
} catch (error) {
  // Not an error of the call: a bug in the program.
  if (!isApiError(error)) throw error
  if (error._tag === "${handles}") console.error("handled:", error.message, error.attempts)
  else console.error(error._tag, error.message, error.requestId)
}`
  }
await client.close()`
}

const effect = (shown: Shown): string => {
  const { handles, isStream = false, operation } = shown
  const [resource = "", method = ""] = operation.split(".")
  const tag = resource.charAt(0).toUpperCase() + resource.slice(1)
  const folder = resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const { imports, read } = readingFile(shown)
  const call = `yield* ${resource}.${method}(${indented(argument(shown))})`
  return `import { ${tag} } from "@leadline/core/${folder}"
import { layerClient } from "@leadline/transport-node"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
${isStream ? `import * as Stream from "effect/Stream"\n` : ""}${imports}
${read}const program = Effect.gen(function* () {
  const ${resource} = yield* ${tag}
  ${isStream ? `yield* Stream.runForEach(${call}, Console.log)` : `yield* Console.log(${call})`}
})${
    handles === undefined
      ? ""
      : `.pipe(
  Effect.catchTag("${handles}", (error) => Console.error("handled:", error.message, error.attempts)),
  // The type of error no longer includes the one caught above.
  Effect.catch((error) => Console.error(error._tag, error.message, error.requestId))
)`
  }

// Base URL and key come from LEADLINE_BASE_URL and LEADLINE_API_KEY.
await Effect.runPromise(Effect.provide(program, layerClient()))`
}

/** Each form of the code. */
export const code = { curl, Promise: promise, Effect: effect }
