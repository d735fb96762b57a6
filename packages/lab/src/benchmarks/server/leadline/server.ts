// Leadline's server with canned services, one API key and limits, on a socket as `layerServer` makes it.
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
import { layerServer, ServerAddress } from "@leadline/transport-node/server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { setFlagsFromString } from "node:v8"
import * as answers from "../answers.ts"
import { key } from "../requests.ts"
import type { Serve } from "../subjects.ts"

// As the server's program has it.
for (const flag of ["--heap-growing-percent=50", "--no-allocation-site-pretenuring"]) setFlagsFromString(flag)

const answer = (value: unknown) => () => Effect.succeed(value)

/** The methods of skills that the benchmark does not call. */
const unused = Object.fromEntries(
  Object.keys(resources.skills.operations).map((method) => [method, () => Effect.die("unused")])
) as { [Method in keyof Skills.Engine]: never }

const chat = Chat.make({
  create: answer(answers.chatted),
  stream: () => Effect.succeed(Stream.fromAsyncIterable(answers.chatEvents(), (error) => error as never))
})

/** All services of a server. */
export const layer = Layer.mergeAll(
  layerServices({
    chat: Layer.succeed(Chat.Chat, chat),
    decisions: Layer.succeed(Decisions.Decisions, Decisions.make({ create: answer(answers.decided) })),
    embeddings: Layer.succeed(Embeddings.Embeddings, Embeddings.make({ create: answer(answers.embedded) })),
    search: Layer.succeed(Search.Search, Search.make({ create: answer(answers.found) })),
    skills: Layer.succeed(Skills.Skills, Skills.make({ ...unused, list: answer(answers.skills) }))
  }),
  Layer.succeed(Models.Models, Models.make({ list: () => Effect.succeed(answers.models) })),
  Authentication.layerKeys([Redacted.make(key)]),
  layerMemory({ requestsPerSecond: 1_000_000 })
)

/** Listens on a free port over these services; gives the port. */
export const listen = async (services: typeof layer): Promise<number> => {
  // A busy machine makes the event loop late: the server would shed what is measured.
  const server = layerServer({ maxLoopDelay: 0, port: 0 }).pipe(Layer.provide(services))
  const context = await Effect.runPromise(Layer.buildWithScope(server, Scope.makeUnsafe()))
  return Context.get(context, ServerAddress).port
}

/** Serves every route of the benchmark. */
export const serve: Serve = () => listen(layer)
