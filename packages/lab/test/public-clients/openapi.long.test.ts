// The document judged by others: a validator, and a client generated from it, compiled and run.
import { apiKey, startServer } from "@leadline/lab"
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
const directory = join(import.meta.dirname, "../../.results/generated")

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
console.log(response.response.headers.has("x-ratelimit-limit"))

// @ts-expect-error: a model of the document's list
const refused = await client.POST("/v1/decisions", { body: { model: "gpt", state: "", questions } })
console.log(refused.response.status, refused.error?.error.message)

const lenient = await client.POST("/v1/systemone", { body: { state: {}, questions, top_k: 1 } })
console.log(lenient.data?.model)
const failed = await client.POST("/v1/systemone", { body: { state: "", questions: {} } })
const { error } = failed
console.log(failed.response.status, error !== undefined && "detail" in error ? error.detail[0]?.msg : "none")

const models = await client.GET("/v1/models")
console.log(models.data?.data.length, typeof models.data?.data[0]?.id)

// @ts-expect-error: no path of the document
await client.GET("/v1/nothing").then(({ response }) => console.log(response.status))
`

const expected = [
  "decider-27b 208 billing",
  "true",
  "400 model: expected one of decider-27b, decider-27b-v0",
  "decider-27b-v0",
  "422 expected 1 to 128 entries, got 0",
  "28 string",
  "404"
]

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

it("the validator finds what is wrong", () =>
  served(async (baseUrl) => {
    const document = JSON.parse(await documentOf(baseUrl))
    delete document.info.title
    assert.isFalse((await new Validator().validate(document)).valid)
  }))

it("a client generated from the document compiles and calls the server", { timeout: 60_000 }, () =>
  served(async (baseUrl) => {
    rmSync(directory, { recursive: true, force: true })
    mkdirSync(directory, { recursive: true })
    const schema = astToString(await openapiTypescript(await documentOf(baseUrl)))
    writeFileSync(join(directory, "schema.ts"), schema)
    writeFileSync(join(directory, "use.ts"), program)
    const options = [
      "--ignoreConfig",
      "--noEmit",
      "--strict",
      "--target",
      "es2024",
      "--module",
      "nodenext",
      "--types",
      "node"
    ]
    const compiler = join(root, "node_modules/.bin/tsc")
    await execute(compiler, [...options, "--allowImportingTsExtensions", "use.ts"], { cwd: directory }).catch(
      (failure: { readonly stdout: string }) => assert.fail(failure.stdout)
    )
    const { stdout } = await execute(process.execPath, ["use.ts", baseUrl, Redacted.value(apiKey)], {
      cwd: directory
    })
    assert.deepStrictEqual(stdout.trim().split("\n"), expected)
  })
)
