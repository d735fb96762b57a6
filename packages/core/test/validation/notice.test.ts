import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { addNotice, noticeHeader } from "../../src/validation/notice.ts"
import { CurrentRequest } from "../../src/validation/ServedRequest.ts"
import { test } from "../fixtures/effects.ts"

test("several notices of one answer stand beside each other, each once", function* () {
  const headers: { [name: string]: string } = {}
  const request = CurrentRequest.of({
    id: "r",
    remoteAddress: undefined,
    addHeaders: (add) => void Object.assign(headers, add(headers)),
    engine: undefined,
    attempts: 0
  })
  for (const notice of ["images-ignored", "options-in-rounds", "images-ignored"] as const)
    yield* Effect.provideService(addNotice(notice), CurrentRequest, request)
  assert.deepStrictEqual(headers, { [noticeHeader]: "images-ignored, options-in-rounds" })
})
