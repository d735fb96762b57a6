// Response bodies that the fault catalogue does not have: complete ones, and broken codings that runtimes undo.
import { expect, type Fact, fails, listen, same, shown } from "./fact.ts"
import { chat } from "./requests.ts"

export const bodies: ReadonlyArray<Fact> = [
  {
    name: "a body of unknown length arrives whole",
    scenario: "unknown length",
    holds: async ({ client }) => same((await client.models.list()).object, "list", "the answer")
  },
  {
    name: "a body of three megabytes arrives whole",
    scenario: "large",
    holds: async ({ client }) => {
      const raw = (await client.models.list().raw()) as { readonly pad?: string }
      same(raw.pad?.length, 3_000_000, "the length")
    }
  },
  {
    name: "cookies are not sent back",
    scenario: "cookie",
    holds: async ({ client, seen }) => {
      await client.models.list()
      await client.models.list()
      same((await seen()).last?.headers["cookie"], undefined, "the cookie")
    }
  },
  {
    name: "an unknown coding is an InvalidResponseError",
    scenario: "unknown coding",
    holds: async ({ client }) => {
      await fails(client.models.list(), { _tag: "InvalidResponseError" })
    }
  },
  {
    name: "an invalid gzip body is no answer",
    scenario: "invalid gzip",
    options: { timeout: 2_000 },
    holds: async ({ client }) => {
      const { _tag } = await fails(client.models.list(), {})
      // Node 22 never ends the body, so the deadline does.
      const classes: ReadonlyArray<unknown> = [
        "InvalidResponseError",
        "ConnectionError",
        "DeadlineExceededError"
      ]
      expect(classes.includes(_tag), `it is ${String(_tag)}`)
    }
  },
  {
    name: "a cut gzip stream never ends as if it were whole",
    scenario: "gzip stream cut",
    holds: async ({ client }) => {
      const { error } = await listen(client.chat.stream(chat))
      const classes: ReadonlyArray<unknown> = ["StreamTruncatedError", "InvalidResponseError"]
      expect(classes.includes(error?.["_tag"]), `it is ${error === undefined ? "whole" : shown(error)}`)
    }
  },
  {
    name: "a gzip bomb is cut short",
    scenario: "bomb",
    holds: async ({ client }) => {
      const { reason } = await fails(client.models.list(), { _tag: "InvalidResponseError" })
      expect(reason === "tooLarge" || reason === "encoding", `it is ${String(reason)}`)
    }
  }
]
