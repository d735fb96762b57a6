// Every group of the contract says how it is served, and client and server name the same operations in spans.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { assert, describe, it } from "vitest"
import { Api } from "../../src/Api.ts"
import { genAiOperations } from "../../src/client/tracing.ts"
import { ServingOf } from "../../src/contract/annotations.ts"
import { openGroup } from "../../src/contract/endpointPolicies.ts"
import { routesOf } from "../../src/server/Route.ts"

/** A chat for its caller; the server only queues the request, so its span has no such name. */
const storedChat = "asyncChat"

describe.each(Object.entries(Api.groups))("the group %s", (name, { annotations }) => {
  const serving = Context.getOrUndefined(annotations, ServingOf)

  it("says how it is served: contract/endpointPolicies.ts", () => {
    assert.isDefined(serving)
  })

  it("has the name of its operation in spans of the client, too: client/tracing.ts", () => {
    const resource = name.slice(0, 1).toUpperCase() + name.slice(1)
    const served = serving?.work.by === "engine" ? serving.work.genAiOperation : undefined
    if (name === storedChat)
      assert.deepEqual([serving?.work.by, genAiOperations[resource]], ["queue", "chat"])
    else assert.strictEqual(genAiOperations[resource], served)
  })
})

it("the client names no operation of a group that is not there", () => {
  const groups = Object.keys(Api.groups).map((name) => name.slice(0, 1).toUpperCase() + name.slice(1))
  assert.includeMembers(groups, Object.keys(genAiOperations))
})

describe("what is forgotten is named", () => {
  const group = HttpApiGroup.make("plain").add(HttpApiEndpoint.get("read", "/plain"))

  it("a group without ServingOf", () => {
    assert.throws(() => routesOf(group, { read: () => Effect.void }), /The group plain has no ServingOf/)
  })

  it("an operation without a handler", () => {
    const served = group.pipe(openGroup({ by: "store" }))
    assert.throws(() => routesOf(served, {} as never), /plain\.read has no handler/)
  })
})
