// The worker: answers queued async chats, a few at a time, and recovers requests of crashed workers.
import { longestRun } from "@leadline/core/async-chat"
import type { Chat } from "@leadline/core/chat"
import {
  CurrentSpending,
  makeLogThrottle,
  RequestSpending,
  runCooperatively,
  spentBudgetMessage,
  stringifyInSteps
} from "@leadline/core/internal"
import { usedBy, UsageMeter } from "@leadline/core/usage-meter"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { Pepper } from "../crypto/Pepper.ts"
import { ledgerOf } from "../groups/ledger.ts"
import { monthOf } from "../groups/month.ts"
import { inGroup } from "../database/dialect.ts"
import * as GroupQueries from "../groups/queries.ts"
import { isWithdrawn } from "../keys/queries.ts"
import { answer, errorMessage } from "./answer.ts"
import { makeExpire } from "./expiry.ts"
import { makeRecover } from "./recovery.ts"
import * as Queries from "./queries.ts"
import { makeTurns } from "./turns.ts"
import { watchQueue } from "./watchQueue.ts"

/** Options of a worker. Times are milliseconds. */
export interface AsyncChatWorkerOptions {
  /** Requests answered at the same time; a single key group gets half of them at most. Default 8. */
  readonly concurrency?: number | undefined
  /** Poll interval of an idle worker. Default 250. */
  readonly poll?: number | undefined
  /** Time after which a worker that sends no heartbeat counts as crashed. Default 15,000. */
  readonly lease?: number | undefined
  /** Timeout of one answer. Default 30 minutes. */
  readonly longestRun?: number | undefined
}

const defaults = { concurrency: 8, poll: 250, lease: 15_000, longestRun }
const expireInterval = 60_000
/** Milliseconds that a request which runs alone waits for others to end, and for which they wait for it. */
const longestAlone = 60_000
const countInterval = 5_000

/** Logs an outage of the store now and then: every slot meets it, once a second. */
const makeLogOutage = () => {
  const throttled = makeLogThrottle()
  return (message: string) => throttled(Effect.logError(`The async chat store failed: ${message}`))
}

const isJobWithdrawn = ({ group_id, key_id }: Queries.Job) => isWithdrawn(group_id, key_id ?? undefined)

/**
 * Renews the lease until the request is not to be answered any longer: it is "lost", to another worker or deleted, or
 * "withdrawn", as its key was revoked or its group disabled.
 */
const heartbeat = Effect.fnUntraced(function* (job: Queries.Job, owner: string, lease: number) {
  while (true) {
    yield* Effect.sleep(lease / 3)
    const isOwner = yield* Effect.orElseSucceed(Queries.renew(job.id, owner, lease), () => true)
    if (!isOwner) return "lost" as const
    if (yield* Effect.orElseSucceed(isJobWithdrawn(job), () => false)) return "withdrawn" as const
  }
})

const finishRetry = { schedule: Schedule.spaced(1000), times: 5 }

const withdrawn = { error_message: "The API key of this request was revoked, or its key group disabled." }

/** The JSON of an answer, written with pauses: a large one takes long. */
const stringify = (response: unknown) =>
  Effect.map(runCooperatively(stringifyInSteps(response, (piece) => piece)), (pieces) => pieces.join(""))

const run = Effect.fnUntraced(function* (job: Queries.Job, owner: string, options: typeof defaults) {
  if (yield* isJobWithdrawn(job)) {
    return void (yield* Queries.finish(job, owner, withdrawn))
  }
  const clock = yield* Clock.Clock
  const month = () => monthOf(clock.currentTimeMillisUnsafe())
  const readIn = month()
  const [group] = yield* GroupQueries.rows(job.group_id)
  const ledger = ledgerOf(yield* SqlClient.SqlClient)
  const budget = group === undefined ? {} : GroupQueries.budgetOf(group, group.id, ledger, month, readIn)
  const spent = budget.spentBudget?.()
  if (spent !== undefined) {
    return void (yield* Queries.finish(job, owner, { error_message: spentBudgetMessage(spent) }))
  }
  const meter = yield* UsageMeter
  const spending = new RequestSpending({ group: job.group_id, ...budget }, "asyncChat.create", meter)
  const exit = yield* Effect.raceFirst(
    Effect.exit(Effect.provideService(answer(job, options.longestRun), CurrentSpending, spending)),
    heartbeat(job, owner, options.lease)
  ).pipe(Effect.ensuring(Effect.sync(() => spending.end())))
  if (exit === "lost") return
  if (exit === "withdrawn") {
    return void (yield* Effect.retry(Queries.finish(job, owner, withdrawn), finishRetry))
  }
  if (Exit.isFailure(exit)) yield* Effect.logError("An async chat request failed", exit.cause)
  const end = Exit.isSuccess(exit)
    ? { response: yield* stringify(exit.value) }
    : { error_message: errorMessage(exit.cause) }
  const isWritten = yield* Effect.retry(Queries.finish(job, owner, end), finishRetry)
  // What another worker answers, too, counts once, unless it was paid twice.
  if (isWritten && Exit.isSuccess(exit) && !spending.hasBegun) spending.charge(usedBy(exit.value.usage))
})

/** State that the slots of a worker share. */
const makeShared = ({ concurrency }: typeof defaults) => ({
  turns: makeTurns(concurrency),
  claiming: Semaphore.makeUnsafe(1),
  running: 0,
  /** Ids of the requests that run, by owner. */
  owned: new Map<string, string>()
})

type Shared = ReturnType<typeof makeShared>
type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Claims the request whose turn it is; undefined if there is none. `isAlone`: no other may run beside it. */
const claimNext = Effect.fnUntraced(function* (
  { lease, poll }: typeof defaults,
  shared: Shared,
  restore: Restore
) {
  const waiting = yield* Queries.nextInTurn(shared.turns)
  if (waiting === undefined) return undefined
  // A worker may have died of it: it must take no other request with it.
  const isAlone = waiting.starts > 0
  const untilIdle = Effect.gen(function* () {
    while (shared.running > 0 && (yield* Queries.isWaiting(waiting))) yield* Effect.sleep(poll)
  })
  const ready = isAlone ? Effect.timeoutOption(restore(untilIdle), longestAlone) : Effect.void
  const random = yield* SecureRandom.SecureRandom
  // A new owner id per start, so that a worker that lost its lease cannot finish what another one started.
  const owner = yield* random.uuidV4()
  const claim = Effect.andThen(ready, Queries.claim(owner, lease, waiting))
  const job = yield* Effect.onError(claim, () => Effect.sync(() => shared.turns.release(waiting.group_id)))
  if (job !== undefined) return { job, isAlone, owner }
  shared.turns.release(waiting.group_id)
  return undefined
})

/** Claims the request whose turn it is and answers it, or waits for the poll interval. */
const step = Effect.fnUntraced(function* (options: typeof defaults, shared: Shared, restore: Restore) {
  const { claiming, turns } = shared
  // One slot at a time, so that the turns of groups are those of what is claimed.
  yield* restore(claiming.take(1))
  const next = yield* Effect.onError(claimNext(options, shared, restore), () => claiming.release(1))
  if (next !== undefined) {
    shared.running++
    shared.owned.set(next.owner, next.job.id)
  }
  // None is claimed while a request runs alone. One that has not ended the worker by then will not.
  let isHeld = true
  const letGo = Effect.suspend(() => {
    if (!isHeld) return Effect.void
    isHeld = false
    return claiming.release(1)
  })
  if (next?.isAlone !== true) yield* letGo
  if (next === undefined) return yield* restore(Effect.sleep(options.poll))
  const { isAlone, job, owner } = next
  if (isAlone) yield* Effect.forkChild(restore(Effect.delay(letGo, longestAlone)))
  yield* restore(Effect.annotateLogs(run(job, owner, options), { asyncChat: job.id })).pipe(
    // Graceful shutdown: another worker starts it again.
    Effect.onInterrupt(() => Effect.ignore(inGroup(job.group_id)(Queries.release(job.id, owner)))),
    Effect.ensuring(
      Effect.suspend(() => {
        shared.running--
        shared.owned.delete(owner)
        turns.release(job.group_id)
        return letGo
      })
    )
  )
})

/** One slot. A claim is not interrupted: a claimed request whose owner is gone waits for the end of the lease. */
const slot = (options: typeof defaults, shared: Shared) =>
  Effect.forever(Effect.uninterruptibleMask((restore) => step(options, shared, restore)))

/** Makes what repeats an effect for ever; after a failure the next attempt follows a second later. */
const makeForever =
  (logOutage: ReturnType<typeof makeLogOutage>) =>
  <E extends { readonly message: string }, R>(effect: Effect.Effect<unknown, E, R>, pause: number) =>
    effect.pipe(
      Effect.catch((error) => Effect.andThen(logOutage(error.message), Effect.sleep(1000))),
      // A defect must not end all workers of the node.
      Effect.catchDefect((defect) =>
        Effect.andThen(Effect.logError("An async chat worker failed", Cause.die(defect)), Effect.sleep(1000))
      ),
      Effect.andThen(Effect.sleep(pause)),
      Effect.forever
    )

/**
 * Answers queued async chats while the layer is open. A request is started at most twice and finished once. Key
 * groups take turns, so that none waits for all requests of another. Workers in several processes can share one
 * database. Requests of a key that was revoked, or of a group that was disabled or changed by SQL, fail unanswered; those that run are
 * interrupted within a third of `lease`. Requests of a group that has spent its budget are not started, and fail.
 * Requests of a crashed worker start again after `lease`, and not just after an outage of the store, each alone: its worker runs no other for a minute. Those whose
 * second worker crashes, too, fail. A graceful shutdown returns requests to the queue at once, and does not count.
 */
export const layerAsyncChatWorker = (
  options: AsyncChatWorkerOptions = {}
): Layer.Layer<never, never, SqlClient.SqlClient | Pepper | Chat> => {
  const settings = {
    concurrency: options.concurrency ?? defaults.concurrency,
    poll: options.poll ?? defaults.poll,
    lease: options.lease ?? defaults.lease,
    longestRun: options.longestRun ?? defaults.longestRun
  }
  const shared = makeShared(settings)
  return Layer.effectDiscard(
    Effect.gen(function* () {
      const { expire } = yield* makeExpire
      // After a pause of the machine its own leases are the first to have ended.
      const renewOwned = Effect.suspend(() =>
        Effect.forEach(shared.owned, ([owner, id]) => Queries.renew(id, owner, settings.lease), {
          discard: true
        })
      )
      const { recover } = yield* makeRecover(settings.lease, renewOwned)
      const { count } = yield* watchQueue
      const forever = makeForever(makeLogOutage())
      const work = [
        forever(recover, settings.lease / 3),
        forever(expire, expireInterval),
        forever(count, countInterval),
        ...Array.from({ length: settings.concurrency }, () => forever(slot(settings, shared), 0))
      ]
      yield* Effect.forkScoped(Effect.all(work, { concurrency: "unbounded", discard: true }))
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
