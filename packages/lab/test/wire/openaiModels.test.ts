// The list of models on OpenAI's base path.
import { ModelNames } from "@leadline/core/internal"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import { assert, it } from "vitest"
import { layerServices } from "../../src/index.ts"

/** The ids of a list, where a configuration has names for chat. */
const idsOf = async (path: string, chat: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const names = Layer.succeed(ModelNames, (resource: string) => (resource === "chat" ? chat : []))
  const { dispose, handler } = toWebHandler(Layer.merge(layerServices(), names))
  const response = await handler(new Request(`http://localhost${path}`))
  const { data } = (await response.json()) as { readonly data: ReadonlyArray<{ readonly id: string }> }
  await dispose()
  return data.map(({ id }) => id)
}

it("has what this server answers by itself, each once, behind the models of responses", async () => {
  const [all, ofResponses] = [await idsOf("/openai/v1/models", []), await idsOf("/v1/models", [])]
  assert.deepStrictEqual(all.slice(0, ofResponses.length), ofResponses)
  assert.includeMembers([...all], ["sonar", "sonar-pro", "decider-27b", "svc-embed-v1-0.6b"])
  assert.strictEqual(new Set(all).size, all.length)
})

it("has no models of chat where a configuration names its own", async () => {
  const ids = await idsOf("/openai/v1/models", ["llama"])
  assert.notInclude(ids, "sonar")
  assert.include(ids, "decider-27b")
})
