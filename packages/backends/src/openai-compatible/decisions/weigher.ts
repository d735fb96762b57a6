// Weighs the questions of a request by the log-probabilities of a model server.
// Assumed: ours.
import type { Ask, Weigher, Weighing } from "@leadline/core/decisions"
import { inputTokens } from "@leadline/core/decisions"
import type { ApiError } from "@leadline/core/errors"
import { addNotice, callerGroup } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type * as Schema from "effect/Schema"
import type { ModelServer } from "../server/ModelServer.ts"
import { computeOnce } from "../server/computeOnce.ts"
import { makeSeesImages } from "../server/images.ts"
import type { Readout } from "../settings.ts"
import { type AskOnce, makeAskOnce } from "./askModel.ts"
import { makePriors, temperatureOf } from "./calibration.ts"
import { makeRefuse, type ReadoutFault } from "./faults.ts"
import { checkImages } from "./images.ts"
import { makeRecordLabelMass } from "../../decisions/labelMass.ts"
import { probe } from "./probe.ts"
import { type Evidence, renderEvidence } from "./prompt.ts"
import { firstAlone, makeWeighQuestion } from "./weighQuestion.ts"

/** Calls of one request in progress at a time, unless the configuration says otherwise. */
const defaultConcurrency = 8

/** The context of one request. */
export interface RequestContext {
  readonly evidence: Evidence
  readonly recordLabelMass: (mass: number) => Effect.Effect<void>
}

/** Begins a request: gives what asks the model its questions. */
export type BeginRequest = (context: RequestContext) => Effect.Effect<AskOnce, ApiError | ReadoutFault>

/** How a weigher asks its model. */
export interface WeigherOptions {
  readonly readout: Readout
  /** Questions of one request in progress at a time. */
  readonly concurrency: number
  readonly seesImages: Effect.Effect<boolean>
  readonly deterministic: boolean
  readonly begin: BeginRequest
  /** Run after a failure. */
  readonly forget: Effect.Effect<void>
}

/** A weigher of the questions that a model is asked one by one. */
export const weigherOf = (server: ModelServer, options: WeigherOptions): Weigher => {
  const { begin, concurrency, deterministic, forget, readout, seesImages } = options
  const withoutPrior = makePriors()
  const recordLabelMass = makeRecordLabelMass(server.settings.name)
  const refuse = makeRefuse(server.settings.name)
  const temperatures = (asks: ReadonlyArray<Ask>) =>
    asks.map((ask) => temperatureOf(readout.temperature, ask))

  const weigh = Effect.fnUntraced(function* (state: Schema.Json, asks: ReadonlyArray<Ask>) {
    const rendered = yield* renderEvidence(state)
    const evidence = yield* checkImages(server, seesImages, state, rendered)
    if (rendered.images.length > evidence.images.length && !rendered.hasText) {
      // Images that it cannot see are no evidence: every option is as likely as the others.
      const nothing: Weighing = { weights: asks.map(({ options: all }) => all.map(() => 0)), inputTokens: 0 }
      return nothing
    }
    const slots = Semaphore.makeUnsafe(concurrency)
    const askOnce = yield* begin({ evidence, recordLabelMass })
    const weighQuestion = makeWeighQuestion(
      (ask, selection) => slots.withPermits(1)(askOnce(ask, selection)),
      readout,
      concurrency
    )
    const asked = yield* firstAlone(asks, concurrency, weighQuestion)
    const group = callerGroup(yield* Effect.context())
    const weighing: Weighing = {
      weights: asked.map(({ weights }, index) => {
        const ask = asks[index]
        return readout.prior === true && ask !== undefined ? withoutPrior(group, ask, weights) : weights
      }),
      temperatures: temperatures(asks),
      labelMass: asked.map(({ labelMass }) => labelMass),
      inputTokens: asked.reduce((sum, one) => sum + one.inputTokens, 0)
    }
    return weighing
  })

  return {
    // Images that the model cannot see are reported here, since only the server knows whether it can.
    capabilities: { images: "read", contextTokens: inputTokens, deterministic },
    countTokens: () => Effect.succeed(0),
    weigh: (state, asks) =>
      weigh(state, asks).pipe(
        Effect.tapError(() => forget),
        Effect.catchTag("ReadoutFault", refuse)
      )
  }
}

/** A weigher for one model of a server, by its name there. What it finds out about the model it keeps. */
export const makeWeigher = (server: ModelServer, model: string, readout: Readout): Weigher => {
  const probed = computeOnce(server.scope, probe(server, model, readout))
  return weigherOf(server, {
    readout,
    concurrency: readout.concurrency ?? defaultConcurrency,
    seesImages: makeSeesImages(server, model),
    deterministic: false,
    // After a failure the server may be another one, which is read otherwise.
    forget: probed.forget,
    begin: Effect.fnUntraced(function* (context) {
      const found = yield* probed.get
      if (found.method.name === "prompted") yield* addNotice("prompted-probabilities")
      const { contextTokens } = yield* server.info
      return makeAskOnce({
        ...context,
        server,
        model,
        probed: found,
        contextTokens: server.settings.limits?.contextTokens ?? contextTokens
      })
    })
  })
}
