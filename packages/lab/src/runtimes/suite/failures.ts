// The error class of every status; what is retried, and how often.
// Source: §2.4, §7.
import { isApiError } from "@leadline/core/errors"
import { expect, type Fact, failure, fails, same } from "./fact.ts"
import { chat, decision } from "./requests.ts"

const classes = {
  400: "InvalidRequestError",
  401: "AuthenticationError",
  403: "PermissionDeniedError",
  404: "NotFoundError",
  409: "ConflictError",
  413: "PayloadTooLargeError",
  422: "InvalidRequestError",
  429: "RateLimitError",
  500: "InternalServerError",
  502: "ConnectionError",
  503: "UnavailableError",
  504: "DeadlineExceededError"
}

const statuses = Object.entries(classes).map(([status, _tag]): Fact => ({
  name: `a ${status} is a ${_tag}`,
  scenario: status,
  holds: async ({ client }) => {
    const error = await fails(client.decisions.create(decision), {
      _tag,
      status: Number(status),
      requestId: "req-1",
      attempts: 1
    })
    expect(isApiError(error), "isApiError does not know it")
    expect(error instanceof Error, "it is no Error")
  }
}))

export const failures: ReadonlyArray<Fact> = [
  ...statuses,
  {
    name: "a busy service is asked again",
    scenario: "busy once",
    options: { maxRetries: 2 },
    holds: async ({ client, seen }) => {
      const { response } = await client.chat.create(chat).withResponse()
      same([response.attempts, (await seen()).requests], [2, 2], "the attempts")
    }
  },
  {
    name: "after a reset no second key is made",
    scenario: "reset once",
    losesConnections: true,
    options: { maxRetries: 2 },
    holds: async ({ client, seen }) => {
      await fails(client.apiKeys.generate({ token_name: "nightly" }), { _tag: "ConnectionError", sent: true })
      same((await seen()).requests, 1, "the requests")
    }
  },
  {
    name: "a safe call is sent three times at most",
    scenario: "gone",
    losesConnections: true,
    options: { maxRetries: 2 },
    holds: async ({ client, seen }) => {
      await fails(client.decisions.create(decision), { _tag: "ConnectionError", attempts: 3 })
      same((await seen()).requests, 3, "the requests")
    }
  },
  {
    name: "a refused connection is a ConnectionError",
    scenario: "plain",
    holds: async ({ options, transport }) => {
      // The port of discard: nothing listens there, and browsers refuse it by themselves.
      const client = transport.createClient({ ...options, baseUrl: "http://127.0.0.1:9" })
      await fails(client.models.list(), { _tag: "ConnectionError" })
    }
  },
  {
    name: "a request that breaks a rule is never sent",
    scenario: "plain",
    holds: async ({ client, seen }) => {
      const empty = { ...decision, questions: {} as typeof decision.questions }
      const error = await fails(client.decisions.create(empty), {
        _tag: "InvalidRequestError",
        phase: "request"
      })
      expect(Array.isArray(error["issues"]), "there are no issues")
      same((await seen()).requests, 0, "the requests")
    }
  },
  {
    name: "withResponse and raw reject with the same error",
    scenario: "400",
    holds: async ({ client }) => {
      const wanted = { _tag: "InvalidRequestError", status: 400 }
      await fails(client.models.list().withResponse(), wanted)
      await fails(client.models.list().raw(), wanted)
    }
  },
  {
    name: "a closed client refuses calls and harms nothing",
    scenario: "plain",
    holds: async ({ client }) => {
      await client.models.list()
      await client.close()
      await client.close()
      await failure(client.models.list())
    }
  }
]
