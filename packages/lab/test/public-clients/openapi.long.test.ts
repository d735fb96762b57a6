// The document judged by others: a validator, and clients generated from it, compiled and run.
import { apiKey, startServer } from "@leadline/lab"
import { createClient } from "@hey-api/openapi-ts"
import { Validator } from "@seriousme/openapi-schema-validator"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { execFile } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import openapiTypescript, { astToString } from "openapi-typescript"
import { assert, it } from "vitest"

const execute = promisify(execFile)
const root = join(import.meta.dirname, "../../../..")

/** Typed by the document alone. What must not compile is marked; every line of output is compared below. */
const program = `
import createClient from "openapi-fetch"
import type { paths } from "./schema.ts"

const [baseUrl = "", key = ""] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } })
const questions = {
  sure: { type: "noul", instructions: "Is it?" },
  team: { type: "choice", criteria: { billing: "Invoices", support: null } }
} as const

const response = await client.POST("/v1/decisions", { body: { model: "decider-27b", state: "", questions } })
const team = response.data?.answers["team"]
console.log(response.data?.model, response.data?.usage.input_tokens, team?.type === "choice" ? team.choice : "none")

// @ts-expect-error: a model of the document's list
const refused = await client.POST("/v1/decisions", { body: { model: "gpt", state: "", questions } })
console.log(refused.response.status, refused.error?.error.message)

// @ts-expect-error: no path of the document
await client.GET("/v1/nothing").then(({ response }) => console.log(response.status))
`

const expected = ["decider-27b 208 billing", "400 model: expected one of decider-27b, decider-27b-v0", "404"]

interface Document {
  readonly tags: ReadonlyArray<{ readonly name: string }>
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
}

interface Operation {
  readonly tags: ReadonlyArray<string>
  readonly operationId: string
  readonly requestBody?: { readonly content: { readonly [type: string]: Examples } }
}

interface Examples {
  readonly examples: { readonly [name: string]: { readonly value: unknown } }
}

/** Calls of operations, and a named schema where a program has use for it. */
const sdkProgram = (calls: ReadonlyArray<string>) => `
import { createClient } from "./client/index.ts"
import * as api from "./sdk.gen.ts"
import type { Question } from "./types.gen.ts"

const [baseUrl = "", auth = ""] = process.argv.slice(2)
const client = createClient({ baseUrl, auth })
const calls = {
  ${calls.join(",\n  ")}
}
for (const [tag, { response }] of Object.entries(calls)) console.log(tag, response?.status)

const team: Question = { type: "choice", criteria: { billing: "Invoices", support: null } }
const body = { model: "decider-27b", state: "", questions: { team } } as const
const decided = await api.decisionsCreate({ client, body })
const answer = decided.data?.answers["team"]
console.log(answer?.type === "choice" ? answer.choice : "none")

// @ts-expect-error: a model of the document's list
const refused = await api.decisionsCreate({ client, body: { ...body, model: "gpt" } })
console.log(refused.response?.status)
`

const served = (use: (baseUrl: string) => Promise<void>) =>
  Effect.runPromise(
    Effect.scoped(Effect.flatMap(startServer(), (baseUrl) => Effect.promise(() => use(baseUrl))))
  )

const documentOf = async (baseUrl: string): Promise<string> => (await fetch(`${baseUrl}/openapi.json`)).text()

it("the document served is valid OpenAPI 3.1", () =>
  served(async (baseUrl) => {
    const validator = new Validator()
    const { errors, valid } = await validator.validate(JSON.parse(await documentOf(baseUrl)))
    assert.isTrue(valid, JSON.stringify(errors))
    assert.strictEqual(validator.version, "3.1")
  }))

/** Compiles the program beside generated files, and runs it: the lines it prints. */
const outputOf = async (
  directory: string,
  source: string,
  baseUrl: string
): Promise<ReadonlyArray<string>> => {
  writeFileSync(join(directory, "use.ts"), source)
  const options = "--ignoreConfig --noEmit --strict --target es2024 --module nodenext --types node"
  const compiler = join(root, "node_modules/.bin/tsc")
  const words = [...options.split(" "), "--allowImportingTsExtensions", "use.ts"]
  await execute(compiler, words, { cwd: directory }).catch((failure: { readonly stdout: string }) =>
    assert.fail(failure.stdout)
  )
  const { stdout } = await execute(process.execPath, ["use.ts", baseUrl, Redacted.value(apiKey)], {
    cwd: directory
  })
  return stdout.trim().split("\n")
}

const emptied = (name: string): string => {
  const directory = join(import.meta.dirname, "../../.results", name)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  return directory
}

it("a client generated by openapi-typescript compiles and calls the server", () =>
  served(async (baseUrl) => {
    const directory = emptied("generated")
    const schema = astToString(await openapiTypescript(await documentOf(baseUrl)))
    writeFileSync(join(directory, "schema.ts"), schema)
    assert.deepStrictEqual(await outputOf(directory, program, baseUrl), expected)
  }))

it("a client generated by @hey-api/openapi-ts compiles, and calls an operation of each tag", () =>
  served(async (baseUrl) => {
    const directory = emptied("generated-sdk")
    const document: Document = JSON.parse(await documentOf(baseUrl))
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
    // Reviews need a key with a right of their own.
    const tags = document.tags.map(({ name }) => name).filter((name) => name !== "reviews")
    /** The first operation of each tag, with its example: `search: await api.searchCreate({ client, body: … })`. */
    const calls = tags.map((tag) => {
      const operation = operations.find((one) => one.tags.includes(tag)) ?? assert.fail(tag)
      const method = operation.operationId.replace(/\.(\w)/g, (_, letter) => letter.toUpperCase())
      const example = operation.requestBody?.content["application/json"]?.examples["example"]?.value
      return `${tag}: await api.${method}({ client${example ? `, body: ${JSON.stringify(example)}` : ""} })`
    })
    await createClient({
      input: { ...document },
      output: { path: directory, module: { extension: ".ts" } },
      plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
      logs: { level: "silent" }
    })
    const lines = await outputOf(directory, sdkProgram(calls), baseUrl)
    assert.deepStrictEqual(lines, [...tags.map((name) => `${name} 200`), "billing", "400"])
  }))
