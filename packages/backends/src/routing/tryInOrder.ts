// Tries the backends of a route in order, until one answers.
// Assumed: ours.
import type * as ApiError from "@leadline/core/errors"
import { CurrentRequest } from "@leadline/core/internal"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as limits from "../http/limits.ts"
import { withDeadline } from "../http/AttemptDeadline.ts"
import { unavailableNow } from "../http/mapStatus.ts"
import { embedded, type Step } from "../configuration/settings.ts"
import { type Attempt, attemptAt } from "./attemptBackend.ts"
import { weightedOrder } from "./weightedOrder.ts"

/** Header with the name of the backend whose answer or error the caller gets. */
export const backendHeader = "x-leadline-backend"

/** The backends of a resource, by name, and the order in which they are tried. */
export interface Route<S> {
  readonly steps: ReadonlyArray<Step>
  readonly targets: ReadonlyMap<string, Target<S>>
}

/** A backend of a route. */
export interface Target<S> {
  readonly name: string
  readonly service: S
  /** False while its program starts: it is passed over. */
  readonly isReady: () => boolean
  /** Could it have a model of this name? If not, it is passed over. */
  readonly hasModel: (name: string) => boolean
}

/** Is it the request, so that no other backend would help the caller more than this error does? */
const isRequestFault = ({ _tag }: ApiError.ApiError): boolean =>
  _tag === "InvalidRequestError" || _tag === "PayloadTooLargeError" || _tag === "NotFoundError"

const starting = () => unavailableNow("The model service is starting.")

/** Names the backend in a header and for telemetry. */
const noteTarget = (name: string): Effect.Effect<void> =>
  Effect.withFiber((fiber) =>
    Effect.sync(() => {
      const request = fiber.getRef(CurrentRequest)
      if (request === undefined) return
      // The engine in this process is counted by the server.
      if (name === embedded) request.engine = undefined
      request.addHeaders(() => ({ [backendHeader]: name }))
    })
  )

type Run<S, A> = (service: S) => Effect.Effect<A, ApiError.ApiError>

const callTarget = <S, A>({ isReady, name, service }: Target<S>, run: Run<S, A>) =>
  isReady() ? Effect.andThen(noteTarget(name), run(service)) : Effect.fail(starting())

/** A backend that failed. */
interface Failure {
  readonly error: ApiError.ApiError
  readonly attempt: Attempt | undefined
}

const tryAll = <S, A>(order: ReadonlyArray<Target<S>>, run: Run<S, A>) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const end = clock.currentTimeMillisUnsafe() + limits.timeout
    const request = yield* CurrentRequest
    const failures: Array<Failure> = []
    for (const [index, target] of order.entries()) {
      const duration = (end - clock.currentTimeMillisUnsafe()) / (order.length - index)
      const attempt = request && attemptAt(request)
      const call = callTarget(target, run).pipe(
        Effect.provideService(CurrentRequest, attempt?.request),
        withDeadline(duration)
      )
      const result = yield* Effect.result(call)
      if (Result.isSuccess(result)) {
        attempt?.keepHeaders()
        return result.success
      }
      failures.push({ error: result.failure, attempt })
    }
    const failure = failures.find(({ error }) => isRequestFault(error)) ?? failures[0]
    failure?.attempt?.keepHeaders()
    return yield* failure?.error ?? starting()
  })

/** The backends that may have one of the models; all of them, if none has. */
const withModel = <S>(order: ReadonlyArray<Target<S>>, models: ReadonlyArray<string>) => {
  const able = order.filter(({ hasModel }) => models.length === 0 || models.some(hasModel))
  return able.length === 0 ? order : able
}

/**
 * Runs a call for some models on the first backend that answers it; within a step the order is drawn by weight. Each has an equal share
 * of the time that is left, a minute in all. When all fail, the first error that concerns the request is the answer, or
 * else the first of all. A route of one backend has no time but that of the backend.
 */
export const tryInOrder = <S, A>(
  { steps, targets }: Route<S>,
  models: ReadonlyArray<string>,
  run: Run<S, A>
): Effect.Effect<A, ApiError.ApiError> => {
  const order = steps
    .flatMap((step) => weightedOrder(step))
    .flatMap(({ backend }) => targets.get(backend) ?? [])
  const [first] = order
  if (first === undefined || order.length > 1) return tryAll(withModel(order, models), run)
  return first.name === embedded ? run(first.service) : callTarget(first, run)
}
