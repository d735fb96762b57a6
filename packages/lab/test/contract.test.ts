// Nothing of the contract is forgotten: each operation is in every list that must have it. A failure names the list.
import { Api } from "@leadline/core/api"
import { respond, fail, mockClient } from "@leadline/core/testing"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { conformance } from "../src/conformance/index.ts"
import { everyOperation } from "../src/secrets/everyOperation.ts"
import { startInMemory, wireCases } from "../src/index.ts"

const endpoints = Object.entries(Api.groups).flatMap(([group, { endpoints: all }]) =>
  Object.entries<{ readonly method: string; readonly path: string }>(all).map(([name, { method, path }]) => ({
    group,
    name,
    method,
    path
  }))
)

/** What the client can call, resource by resource. */
const resources = Object.entries(mockClient([]).client).flatMap(([resource, methods]) =>
  typeof methods === "function" ? [] : [[resource, Object.keys(methods)] as const]
)
const methodsOf = new Map<string, ReadonlyArray<string>>(resources)

/** `Decisions.create` as `decisions.create`. */
const asCalled = (name: string) => name.slice(0, 1).toLowerCase() + name.slice(1)

/** Endpoints of other clients' names for an operation, by the operation that answers them. */
const aliases: { readonly [endpoint: string]: string } = {
  "asyncChat.createCompletions": "asyncChat.create",
  "asyncChat.getCompletions": "asyncChat.get",
  "asyncChat.listCompletions": "asyncChat.list",
  "chat.createCompletions": "chat.create",
  "chat.createCompletionsV1": "chat.create",
  "openaiDecisions.create": "decisions.create",
  "responses.createAgent": "responses.create",
  "systemone.create": "decisions.create"
}

describe.each(endpoints)("$method $path", ({ group, method, name, path }) => {
  const endpoint = `${group}.${name}`
  const [resource = "", call = ""] = (aliases[endpoint] ?? endpoint).split(".")

  it("is called by a method of the client, or is an alias: Client.ts, or the aliases of this test", () => {
    assert.include(methodsOf.get(resource) ?? [], call, `${endpoint} is not in Client.ts`)
  })

  it("is served: Server.ts", async () => {
    const send = startInMemory().pipe(
      Effect.flatMap((fetch) =>
        Effect.promise(() => fetch(`http://localhost${path.replaceAll(/:\w+/g, "x")}`, { method }))
      )
    )
    const { status } = await Effect.runPromise(Effect.scoped(send))
    assert.notInclude([404, 405], status)
  })

  it("has a wire case, which succeeds unless it needs a stored id: packages/lab/src/wire", () => {
    // A wrong path is 404, too, but its answer is empty.
    const form = new RegExp(`^${path.replaceAll(/:\w+/g, "[^/?]+")}(\\?|$)`)
    const answered = path.includes(":") ? [200, 400, 404] : [200, 201]
    const cases = wireCases.filter(
      (wire) =>
        answered.includes(wire.status) &&
        (wire.status < 300 || wire.answer !== "") &&
        (wire.method ?? "POST") === method &&
        form.test(wire.path ?? "/v1/decisions")
    )
    assert.isNotEmpty(cases)
  })
})

it("every alias is an endpoint", () => {
  const names = endpoints.map(({ group, name }) => `${group}.${name}`)
  for (const alias of Object.keys(aliases)) assert.include(names, alias)
})

describe.each(Object.entries(everyOperation))("%s", (name, call) => {
  const [resource = "", method = ""] = asCalled(name).split(".")

  it("is an endpoint: Api.ts", () => {
    const served = method === "stream" ? "create" : method
    assert.isTrue(endpoints.some((each) => each.group === resource && each.name === served))
  })

  it("is known to scripts: packages/core/src/testing/operations.ts", async () => {
    const { client, requests } = mockClient([fail.status(401)])
    await call(client).catch(() => undefined)
    assert.strictEqual(requests[0]?.operation, name.replace(/stream$/, "create"))
  })

  it("has a mock response: packages/core/src/testing/respond.ts", () => {
    const answers: { readonly [resource: string]: object } = respond
    assert.isFunction(Reflect.get(answers[resource] ?? {}, method))
  })
})

const inKebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const capitalized = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

/** Lists of all resources that no type sees: the file, the part of it with the list, and what it says of a resource. */
const lists: ReadonlyArray<readonly [file: string, part: RegExp, textOf: (resource: string) => string]> = [
  ["AGENTS.md", /^- Resources: .*$/m, (name) => `\`${name}\``],
  ["packages/core/README.md", /^\|.*one resource each.*$/m, (name) => `\`./${inKebab(name)}\``],
  ["packages/lab/src/runtimes/suite/operations.ts", /^[^]*$/, (name) => `operation("${name}.`],
  [
    "packages/lab/src/runtimes/projects/service.ts",
    /^[^]*$/,
    (name) => (name === "models" ? "layerCatalog()" : `.layer${capitalized(name)}`)
  ]
]

it.each(lists)("every resource is in %s", (file, part, textOf) => {
  const [text = ""] = part.exec(readFileSync(join(import.meta.dirname, "../../..", file), "utf8")) ?? []
  const missing = resources.map(([name]) => textOf(name)).filter((wanted) => !text.includes(wanted))
  assert.deepEqual(missing, [])
})

describe.each(resources)("the conformance cases of %s", (resource, methods) => {
  it("call each of its methods: packages/lab/src/conformance/index.ts", async () => {
    const cases = new Map(Object.entries(conformance)).get(resource)
    const called = await Effect.runPromise(cases ?? Effect.die(new Error("it has none")))
    assert.sameMembers([...called], [...methods])
  })

  it("are run over every setup: packages/lab/test/conformance", () => {
    assert.isTrue(existsSync(join(import.meta.dirname, "conformance", `${resource}.test.ts`)))
  })
})
