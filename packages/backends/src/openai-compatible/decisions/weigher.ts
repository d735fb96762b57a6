// Weighs the questions of a request by the log-probabilities of a model server.
// Assumed: ours.
import type { Ask, Weigher, Weighing } from "@leadline/core/decisions"
import { inputTokens } from "@leadline/core/decisions"
import { addNotice } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type * as Schema from "effect/Schema"
import type { ModelServer } from "../server/ModelServer.ts"
import { computeOnce } from "../server/computeOnce.ts"
import { makeSeesImages } from "../server/images.ts"
import type { Readout } from "../settings.ts"
import { makeAskOnce } from "./askModel.ts"
import { makePriors, temperatureOf } from "./calibration.ts"
import { makeRefuse } from "./faults.ts"
import { checkImages } from "./images.ts"
import { makeRecordLabelMass } from "../../decisions/labelMass.ts"
import { probe } from "./probe.ts"
import { renderEvidence } from "./prompt.ts"
import { firstAlone, makeWeighQuestion } from "./weighQuestion.ts"

/** Calls of one request in progress at a time, unless the configuration says otherwise. */
const defaultConcurrency = 8

/** A weigher for one model of a server, by its name there. What it finds out about the model it keeps. */
export const makeWeigher = (server: ModelServer, model: string, readout: Readout): Weigher => {
  const probed = computeOnce(server.scope, probe(server, model, readout))
  const seesImages = makeSeesImages(server, model)
  const withoutPrior = makePriors()
  const recordLabelMass = makeRecordLabelMass(server.client.name)
  const refuse = makeRefuse(server.client.name)
  const concurrency = readout.concurrency ?? defaultConcurrency
  const temperatures = (asks: ReadonlyArray<Ask>) =>
    asks.map((ask) => temperatureOf(readout.temperature, ask))

  const weigh = Effect.fnUntraced(function* (state: Schema.Json, asks: ReadonlyArray<Ask>) {
    const rendered = yield* renderEvidence(state)
    const evidence = yield* checkImages(server, seesImages, state, rendered)
    if (rendered.images.length > evidence.images.length && !rendered.hasText) {
      // Images that it cannot see are no evidence: every option is as likely as the others.
      const nothing: Weighing = { weights: asks.map(({ options }) => options.map(() => 0)), inputTokens: 0 }
      return nothing
    }
    const found = yield* probed.get
    if (found.method.name === "prompted") yield* addNotice("prompted-probabilities")
    const { contextTokens } = yield* server.info
    const slots = Semaphore.makeUnsafe(concurrency)
    const askOnce = makeAskOnce({
      server,
      model,
      probed: found,
      evidence,
      recordLabelMass,
      contextTokens: server.settings.limits?.contextTokens ?? contextTokens
    })
    const weighQuestion = makeWeighQuestion(
      (ask, selection) => slots.withPermits(1)(askOnce(ask, selection)),
      readout,
      concurrency
    )
    const asked = yield* firstAlone(asks, concurrency, weighQuestion)
    const weighing: Weighing = {
      weights: asked.map(({ weights }, index) => {
        const ask = asks[index]
        return readout.prior === true && ask !== undefined ? withoutPrior(ask, weights) : weights
      }),
      temperatures: temperatures(asks),
      labelMass: asked.map(({ labelMass }) => labelMass),
      inputTokens: asked.reduce((sum, one) => sum + one.inputTokens, 0)
    }
    return weighing
  })

  return {
    // Images that the model cannot see are reported here, since only the server knows whether it can.
    capabilities: { images: "read", contextTokens: inputTokens, deterministic: false },
    countTokens: () => Effect.succeed(0),
    // After a failure the server may be another one, which is read otherwise.
    weigh: (state, asks) =>
      weigh(state, asks).pipe(
        Effect.tapError(() => probed.forget),
        Effect.catchTag("ReadoutFault", refuse)
      )
  }
}
