// Responses over a model server: a loop over its tools, or one search before the answer where it has none.
// Source: §2.8, §4.7.
import * as ApiError from "@leadline/core/errors"
import type { ResponseEvent, ResponsesRequest } from "@leadline/core/responses"
import * as Responses from "@leadline/core/responses"
import { runLimits } from "@leadline/core/responses"
import { CurrentRequest } from "@leadline/core/internal"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Dependencies } from "../../kinds/BackendKind.ts"
import { arrange, asQuery, languageRule, todayRule } from "../answering/messages.ts"
import { sourceRules } from "../answering/sources.ts"
import { makeFeature, type Feature } from "../completion/feature.ts"
import { makeSight, mayHaveImages } from "../server/images.ts"
import type { ModelServer } from "../server/ModelServer.ts"
import { makeBudget } from "./runBudget.ts"
import { type Conversation, readConversation } from "./conversation.ts"
import { makeEvents, newId } from "./events.ts"
import { makeMeter, runError } from "./outcome.ts"
import type { Run, Step } from "./askModels.ts"
import { startStep } from "./run.ts"
import { resolveSettings } from "./settings.ts"
import { makeSources, offeredTools, search } from "./tools.ts"

/** Settings of the kind for responses. */
export interface ResponsesSettings {
  /** Default true, until a model refuses them. */
  readonly tools?: boolean | undefined
  /** Default true. */
  readonly respectRobots?: boolean | undefined
  /** Ports beside 80 and 443. */
  readonly fetchPorts?: ReadonlyArray<number> | undefined
}

type Events = Stream.Stream<ResponseEvent, ApiError.ApiError>

const noFunctions = () =>
  new ApiError.InvalidRequestError({
    message: "tools: the model that is configured cannot call functions",
    issues: [{ path: ["tools"], message: "The model that is configured cannot call functions" }],
    param: "tools",
    type: "invalid_parameter",
    phase: "service"
  })

const tooLate = () =>
  new ApiError.DeadlineExceededError({
    message: `The run did not end within ${runLimits.duration / 60_000} minutes.`,
    phase: "service"
  })

/** Fails at a time of the clock. */
const failAt = (end: number) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.andThen(Effect.sleep(Math.max(0, end - now)), Effect.fail(tooLate()))
  )

/** One search before the answer, for models without tools. */
const searchFirst = (run: Run, step: Step, question: string): Effect.Effect<Events, ApiError.ApiError> =>
  Effect.gen(function* () {
    const { dependencies, events, meter, settings, sources } = run
    if (settings.tools.some(({ type }) => type === "function")) return yield* noFunctions()
    const query = asQuery(question)
    if (query === "" || !settings.tools.some(({ type }) => type === "web_search"))
      return yield* startStep(run, step)
    const { results, usage } = yield* search(dependencies, settings.tools, [query])
    const { found, text } = sources.add(results)
    meter.addSearchCost(usage?.cost.total_cost)
    meter.addInvocation("search_web")
    const [first, ...others] = step.messages
    const messages = arrange(
      [
        first?.role === "system" && typeof first.content === "string" ? first.content : "",
        `The sources:\n${text}`
      ],
      first?.role === "system" ? others : step.messages
    )
    const answer = yield* startStep(run, { ...step, messages })
    const due = Stream.suspend(() =>
      Stream.fromIterable([...events.beginSearch([query], ""), ...events.endSearch([query], found)])
    )
    return Stream.concat(due, answer)
  })

const systemOf = (run: Omit<Run, "events">, { systemTexts }: Conversation, now: number) => [
  run.settings.instructions ?? "",
  ...systemTexts,
  todayRule(now),
  languageRule(run.request.language_preference),
  run.settings.tools.some(({ type }) => type === "web_search") ? sourceRules : "",
  run.settings.structured?.rule ?? ""
]

/** Makes the service. */
export const makeResponses = (
  server: ModelServer,
  dependencies: Dependencies,
  { fetchPorts: ports, respectRobots = true, tools: hasTools = true }: ResponsesSettings
): Responses.Responses["Service"] => {
  const formats: Feature = makeFeature()
  const maxTokens: Feature = makeFeature()
  const toolUse: Feature = makeFeature(hasTools)
  const sight = makeSight(server)

  /** The events of a run. It fails for what goes wrong before the model answers; later, the last event says so. */
  const start = Effect.fnUntraced(function* (request: ResponsesRequest, isStreamed: boolean) {
    const settings = yield* resolveSettings(server, request)
    const served = yield* CurrentRequest
    const now = yield* Clock.currentTimeMillis
    const conversation = yield* readConversation(request, (place) =>
      mayHaveImages(server, sight(settings.models[0].name), place)
    )
    const usedIds = new Set(conversation.callIds)
    const head = { id: newId("resp"), object: "response" as const, created_at: Math.floor(now / 1000) }
    const run: Run = {
      context: { server, operation: "responses.create", usedIds, maxTokens },
      dependencies,
      formats,
      request,
      settings,
      fetching: { respectRobots, ports },
      isStreamed,
      events: makeEvents(head, settings.displayedModel),
      meter: makeMeter(server),
      sources: makeSources(),
      budget: makeBudget((bytes) => served?.takeAnswer?.(bytes) ?? true)
    }
    const tools = offeredTools(settings.tools, dependencies.fetchPage !== undefined)
    const step: Step = {
      models: settings.models,
      messages: arrange(systemOf(run, conversation, now), conversation.messages),
      tools,
      done: 0
    }
    const begin = run.events.begin()
    const plain = { ...step, tools: [] }
    const answer =
      tools.length === 0
        ? startStep(run, plain)
        : toolUse.tryWith(
            settings.models[0].name,
            startStep(run, step),
            searchFirst(run, plain, conversation.question)
          )
    const timeOver = failAt(now + runLimits.duration)
    const events = yield* Effect.raceFirst(answer, timeOver)
    return Stream.fromIterable(begin).pipe(
      Stream.concat(Stream.interruptWhen(events, timeOver)),
      Stream.catch((error) =>
        Stream.unwrap(
          Effect.as(
            Effect.logWarning("A run of responses failed", {
              backend: server.settings.name,
              error: error._tag,
              meaning: runError(error).message
            }),
            Stream.suspend(() =>
              Stream.fromIterable(run.events.fail(settings.models[0].id, run.meter.usage(), runError(error)))
            )
          )
        )
      )
    )
  })

  return Responses.make({
    create: (request) =>
      Effect.gen(function* () {
        const last = Option.getOrUndefined(yield* Stream.runLast(yield* start(request, false)))
        return last !== undefined && "response" in last ? last.response : undefined
      }),
    stream: (request) => start(request, true)
  })
}
