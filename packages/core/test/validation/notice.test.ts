// Notices of an answer.
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { addNotice, noticeHeader } from "../../src/validation/notice.ts"
import { CurrentRequest, type ServedRequest } from "../../src/validation/ServedRequest.ts"
import { test } from "../fixtures/effects.ts"

test("several notices of one answer stand beside each other, each once", function* () {
  const headers: { [name: string]: string } = {}
  const request: ServedRequest = {
    id: "r",
    remoteAddress: undefined,
    addHeaders: (add) => void Object.assign(headers, add(headers)),
    engine: undefined,
    attempts: 0
  }
  const answer = Effect.all([
    addNotice("images-ignored"),
    addNotice("options-in-rounds"),
    addNotice("images-ignored")
  ])
  yield* Effect.provideService(answer, CurrentRequest, request)
  assert.deepStrictEqual(headers, { [noticeHeader]: "images-ignored, options-in-rounds" })
})
