// The error a caller gets for an upstream error: the right class, and none of the upstream text.
import * as ApiError from "@leadline/core/errors"
import { assert, describe, it } from "vitest"
import { mapError } from "../../src/leadline/mapError.ts"

const message = "postgres://root@10.0.0.7 refuses sk-upstream-key"

const mapped = (error: ApiError.ApiError, isStored = false) => mapError(error, { isStored }, () => false)

const missing = new ApiError.NotFoundError({ message, status: 404 })
const conflict = new ApiError.ConflictError({ message, status: 409 })

describe("an upstream error", () => {
  it.each([missing, conflict])(
    "about a stored object keeps its class but not its message: $_tag",
    (error) => {
      assert.strictEqual(mapped(error, true)._tag, error._tag)
      assert.notInclude(mapped(error, true).message, "postgres")
    }
  )

  it("about the request keeps type, param and issue paths but not its message", () => {
    const path = ["messages", 0, "role"]
    const known = { type: "invalid_request", param: "tools[0].name" } as const
    assert.deepInclude(
      mapped(
        new ApiError.InvalidRequestError({ ...known, message, status: 422, issues: [{ path, message }] })
      ),
      {
        ...known,
        message: "messages[0].role: refused by the model service",
        issues: [{ path, message: "Refused by the model service" }]
      }
    )
  })

  it("about the request loses unknown types and field names", () => {
    const issues = [{ path: [message], message }]
    const error = mapped(
      new ApiError.InvalidRequestError({ message, status: 400, type: message, param: message, issues })
    )
    assert.notInclude(JSON.stringify(error), "postgres")
    assert.notProperty(error, "type")
  })
})
