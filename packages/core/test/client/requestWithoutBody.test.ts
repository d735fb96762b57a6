// Requests without a method of the client whose response has no body, and methods that are none.
import { assert, it } from "@effect/vitest"
import * as Client from "../../src/Client.ts"
import { clientOver } from "../fixtures/wire.ts"

const client = (status: number, body: string) => Client.promises(clientOver([{ status, body }], {}).layer)

it("HEAD and 204 give undefined", async () => {
  assert.isUndefined(await client(200, "").request({ method: "HEAD", path: "/x" }))
  assert.isUndefined(await client(204, "").request({ method: "DELETE", path: "/x" }))
})

const rejected = async (status: number, method: string) =>
  client(status, "")
    .request({ method, path: "/x" })
    .catch((error: unknown) => Reflect.get(Object(error), "_tag"))

it("HEAD fails with the status, and an empty 200 stays a failure", async () => {
  assert.strictEqual(await rejected(404, "HEAD"), "NotFoundError")
  assert.strictEqual(await rejected(200, "GET"), "InvalidResponseError")
})

it("a method that is no token is a TypeError", async () => {
  for (const method of ["", "GET /", "GET\r\nx: y"]) {
    const error: unknown = await client(200, "{}")
      .request({ method, path: "/x" })
      .catch((failure: unknown) => failure)
    assert.instanceOf(error, TypeError)
  }
})
