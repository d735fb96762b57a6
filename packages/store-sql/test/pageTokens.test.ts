// Page tokens of lists: their age limit, the pepper, forged ones.
import { assert, describe } from "@effect/vitest"
import { AsyncChat } from "@leadline/core/async-chat"
import type { ApiError } from "@leadline/core/errors"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { layerAsyncChat, layerSkills } from "../src/index.ts"
import { create as createChat } from "./async-chat/scriptedChat.ts"
import { create as createSkill } from "./skills/skillStore.ts"
import { directory, newTables, tables } from "./stores.ts"
import { test, testOver } from "./effects.ts"

const services = Layer.mergeAll(layerSkills(), layerAsyncChat)
const newStore = services.pipe(Layer.provideMerge(newTables))

const storeTest = testOver(newStore)
const storeIn = (path: string) => services.pipe(Layer.provideMerge(tables(path)))

interface List {
  readonly create: Effect.Effect<unknown, ApiError, Skills | AsyncChat>
  /** The ids of a page of one, and the token of the next page. */
  readonly page: (
    token?: string
  ) => Effect.Effect<readonly [ids: ReadonlyArray<string>, next: string], ApiError, Skills | AsyncChat>
  readonly refusal: string
}

const lists: ReadonlyArray<readonly [name: string, list: List]> = [
  [
    "skills",
    {
      create: createSkill("one"),
      page: (page_token = "") =>
        Effect.map(
          Skills.use((skills) => skills.list({ limit: 1, page_token })),
          ({ next_page_token, skills }) =>
            [skills.map(({ skill_id }) => skill_id), next_page_token ?? ""] as const
        ),
      refusal: "page_token: expected the next_page_token of a page of this list, at most a day old"
    }
  ],
  [
    "async chats",
    {
      create: createChat("one"),
      page: (next_token = "") =>
        Effect.map(
          AsyncChat.use((chats) => chats.list({ limit: 1, next_token })),
          ({ next_token: next, requests }) => [requests.map(({ id }) => id), next ?? ""] as const
        ),
      refusal: "next_token: Expected the next_token of a page of this list, at most a day old"
    }
  ]
]

describe.each(lists)("a page token of %s", (_name, { create, page, refusal }) => {
  const first = Effect.gen(function* () {
    yield* create
    yield* create
    return (yield* page())[1]
  })

  const isRefused = (token: string) =>
    Effect.map(Effect.flip(page(token)), ({ _tag, message }) =>
      assert.deepStrictEqual([_tag, message], ["InvalidRequestError", refusal], token)
    )

  storeTest("is valid for exactly a day", function* () {
    const token = yield* first
    yield* TestClock.adjust("24 hours")
    assert.lengthOf((yield* page(token))[0], 1)
    yield* TestClock.adjust(1)
    yield* isRefused(token)
  })

  test("is valid after a restart, but not under another pepper", function* () {
    const path = yield* directory
    const [[newest = ""], token] = yield* Effect.andThen(first, page()).pipe(Effect.provide(storeIn(path)))
    const [[rest]] = yield* Effect.provide(page(token), storeIn(path))
    assert.isString(rest)
    assert.notStrictEqual(rest, newest)
    yield* Effect.provide(isRefused(token), newStore)
  })

  storeTest("is refused with any changed character, and for what never was one", function* () {
    const token = yield* first
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === "1" ? "2" : "1"
      yield* isRefused(token.slice(0, at) + other + token.slice(at + 1))
    }
    for (const forged of ["x", "MTIz", "é", "\0", "a".repeat(10_000), "1.' OR 1=1 --", `${token}0`]) {
      yield* isRefused(forged)
    }
    assert.lengthOf((yield* page(token))[0], 1)
  })
})
