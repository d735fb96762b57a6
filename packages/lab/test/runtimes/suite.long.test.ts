// The suite of all runtimes over the sources, on this Node by both transports; a release runs it on every runtime.
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import { afterAll, assert, beforeAll, it, vi } from "vitest"
import { type Fixture, start } from "../../src/runtimes/fixture/server.ts"
import { check } from "../../src/runtimes/suite/check.ts"

let fixture: Fixture
beforeAll(async () => {
  fixture = await start()
})
afterAll(() => fixture.close())

it.each(Object.entries({ fetch: FetchTransport.createClient, node: NodeTransport.createClient }))(
  "every fact holds by transport-%s, and nothing is printed",
  async (name, createClient) => {
    const methods = ["debug", "error", "info", "log", "warn"] as const
    const logs = methods.map((method) => vi.spyOn(console, method))
    const { failed } = await check({ baseUrl: `${fixture.origin}/${name}`, isBrowser: false, createClient })
    const printed = logs.flatMap(({ mock }) => mock.calls)
    vi.restoreAllMocks()
    assert.deepEqual(failed, [])
    assert.deepEqual(printed, [])
  }
)
