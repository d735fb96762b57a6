// Response bodies: complete, truncated, compressed, of the wrong type, redirected.
import { expect, type Fact, fails, listen, same, shown } from "./fact.ts"
import { chat } from "./requests.ts"

const useless = (name: string, scenario: string, reason: string): Fact => ({
  name: `${name} is an InvalidResponseError`,
  scenario,
  options: { maxRetries: 2 },
  holds: async ({ client, seen }) => {
    await fails(client.models.list(), { _tag: "InvalidResponseError", reason, attempts: 1 })
    same((await seen()).requests, 1, "the requests")
  }
})

const broken = (name: string, scenario: string): Fact => ({
  name: `${name} is a ConnectionError`,
  scenario,
  holds: async ({ client }) => {
    await fails(client.models.list(), { _tag: "ConnectionError", phase: "body", sent: true })
  }
})

const undecoded = (name: string, scenario: string, ...classes: ReadonlyArray<unknown>): Fact => ({
  name: `${name} is no answer`,
  scenario,
  options: { timeout: 2_000 },
  holds: async ({ client }) => {
    const { _tag } = await fails(client.models.list(), {})
    expect(classes.includes(_tag), `it is ${String(_tag)}`)
  }
})

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
  broken("a body shorter than its length", "cut by length"),
  broken("a body without its last chunk", "cut in chunks"),
  useless("an empty body", "empty", "empty"),
  useless("a body that is not UTF-8", "bad utf-8", "utf8"),
  useless("a body nested too deep", "deep", "depth"),
  {
    name: "an unrequested coding is undone by the runtime or refused",
    scenario: "gzip",
    holds: async ({ client }) => {
      const outcome = await client.models.list().then(
        ({ object }) => object,
        ({ reason }: { readonly reason: string }) => reason
      )
      expect(outcome === "list" || outcome === "encoding", `it is ${outcome}`)
    }
  },
  undecoded("a cut gzip body", "gzip cut", "InvalidResponseError", "ConnectionError"),
  undecoded(
    "an invalid gzip body",
    "invalid gzip",
    "InvalidResponseError",
    "ConnectionError",
    // Node 22 never ends the body, so the deadline does.
    "DeadlineExceededError"
  ),
  undecoded("an unknown coding", "unknown coding", "InvalidResponseError"),
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
    isLong: true,
    holds: async ({ client }) => {
      const { reason } = await fails(client.models.list(), { _tag: "InvalidResponseError" })
      expect(reason === "tooLarge" || reason === "encoding", `it is ${String(reason)}`)
    }
  }
]
