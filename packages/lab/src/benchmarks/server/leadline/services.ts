// The services of Leadline's servers in the benchmark: canned answers, one API key, limits on.
import * as Authentication from "@leadline/core/authentication"
import * as Chat from "@leadline/core/chat"
import * as Decisions from "@leadline/core/decisions"
import * as Embeddings from "@leadline/core/embeddings"
import * as Models from "@leadline/core/models"
import { layerMemory } from "@leadline/core/rate-limit"
import { resources } from "@leadline/core/resources"
import * as Search from "@leadline/core/search"
import * as Skills from "@leadline/core/skills"
import { layerServices } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as canned from "../cannedResponses.ts"
import { key } from "../Subject.ts"

const answer = (value: unknown) => () => Effect.succeed(value)

/** The methods of skills that the benchmark does not call. */
const unused = Object.fromEntries(
  Object.keys(resources.skills.operations).map((method) => [method, () => Effect.die("unused")])
) as { [Method in keyof Skills.Engine]: never }

const chat = Layer.succeed(
  Chat.Chat,
  Chat.make({
    create: answer(canned.chatted),
    stream: () => Effect.succeed(Stream.fromAsyncIterable(canned.chatEvents(), (error) => error as never))
  })
)

const embeddings = Layer.succeed(Embeddings.Embeddings, Embeddings.make({ create: answer(canned.embedded) }))

const skills = Layer.succeed(
  Skills.Skills,
  Skills.make({
    ...unused,
    list: answer(canned.skills)
  })
)

/** Decisions that answer by themselves. */
export const layerDecisions: Layer.Layer<Decisions.Decisions> = Layer.succeed(
  Decisions.Decisions,
  Decisions.make({ create: answer(canned.decided) })
)

/** All services of a server. */
export const layer = (decisions = layerDecisions) =>
  Layer.mergeAll(
    layerServices({
      chat,
      decisions,
      embeddings,
      search: Layer.succeed(Search.Search, Search.make({ create: answer(canned.found) })),
      skills
    }),
    Layer.succeed(Models.Models, Models.make({ list: () => Effect.succeed(canned.models) })),
    Authentication.layerKeys([Redacted.make(key)]),
    layerMemory({ requestsPerSecond: 1_000_000 })
  )
