// What the law of imports finds.
import { assert, describe, it } from "vitest"
import { cycleIn, importsOf, roles, violation } from "./fixtures/importLaw.ts"

const of = (file: string, target: string) => violation(file, { spec: `./${target}`, target })

describe("the law sees", () => {
  it.each([
    ["client/Call.ts", "server/Router.ts", "client may not import server"],
    ["server/Router.ts", "client/Call.ts", "server may not import client"],
    ["service/collectEvents.ts", "client/Call.ts", "service may not import client"],
    ["errors/codecs.ts", "server/Router.ts", "errors may not import server"],
    [
      "client/retry/RetryPolicy.ts",
      "client/stream/decodeEvent.ts",
      "client/retry may not import client/stream"
    ],
    ["client/new/File.ts", "client/Call.ts", "the folder client/new is not in the law of imports"],
    ["new/File.ts", "schema/open.ts", "the folder new is not in the law of imports"],
    ["New.ts", "schema/open.ts", "New.ts is no registry: it belongs into a folder"],
    ["server/Router.ts", "Api.ts", "only the registries stand above the resources"],
    ["Client.ts", "testing/mockClient.ts", "only tests import the testing folder"],
    ["resources/search/schema.ts", "resources/models/schema.ts", "search imports the resource models"],
    ["resources/chat/schema.ts", "resources/chat/async/schema.ts", "chat imports the resource chat/async"],
    [
      "resources/chat/async/schema.ts",
      "resources/skills/schema.ts",
      "chat/async imports the resource skills"
    ],
    [
      "resources/models/schema.ts",
      "resources/models/service.ts",
      `the reading order is ${roles.join(" < ")}`
    ],
    ["resources/models/service.ts", "client/Call.ts", "the service of a resource may not import client"],
    ["resources/models/client.ts", "server/Router.ts", "the client of a resource may not import server"]
  ])("%s > %s", (file, target, reason) => {
    assert.strictEqual(of(file, target), reason)
  })

  it("what is allowed", () => {
    assert.strictEqual(of("resources/chat/async/schema.ts", "resources/chat/schema.ts"), undefined)
    assert.strictEqual(of("resources/models/client.ts", "client/RequestExecutor.ts"), undefined)
    assert.strictEqual(of("Client.ts", "resources/models/client.ts"), undefined)
  })

  it("runtimes and barrels", () => {
    for (const spec of ["node:fs", "effect", "effect/http", "@effect/platform-node"]) {
      assert.strictEqual(
        violation("client/Call.ts", { spec, target: undefined }),
        "core imports no runtime and no barrel"
      )
    }
  })

  it("a cycle, by its name", () => {
    const edges = new Map([
      ["a", ["b"]],
      ["b", ["c", "d"]],
      ["c", []],
      ["d", ["b"]]
    ])
    assert.deepStrictEqual(cycleIn(edges), ["b", "d", "b"])
  })

  it("imports of every form", () => {
    const text =
      'import type { A } from "./a.ts"\nimport {\n  B\n} from "../b.ts"\ntype C = import("./c.ts").C\n'
    assert.deepStrictEqual(
      importsOf("client/x.ts", text).map(({ isType, target }) => [target, isType]),
      [
        ["client/a.ts", true],
        ["b.ts", false],
        ["client/c.ts", true]
      ]
    )
  })
})
