// The HTTP request that a service answers, as the service sees it; there is none where it is called directly.
import * as Context from "effect/Context"

/** Headers for an answer, from those it has, by their lower-case names. */
export type AddHeaders = (headers: { readonly [name: string]: string | undefined }) => {
  readonly [name: string]: string
}

/** A model that answered. */
export interface AnsweredBy {
  /** As it is named where it runs: requests may have another name for it. */
  readonly model: string
  /** Decimals of its probabilities; null: all; undefined: as the answer shows. */
  readonly decimals: number | null | undefined
}

/** What a service may know of the request it answers, and leave with it. */
export interface ServedRequest {
  /** The id of the request, in its answer and in each log line about it. */
  readonly id: string
  /** The address of the caller, where the runtime knows it. */
  readonly remoteAddress: string | undefined
  /** Adds headers to the answer, whatever it will be. */
  readonly addHeaders: (add: AddHeaders) => void
  /** The engine that answered, where it is not one of this process. It counts its calls itself. */
  engine: string | undefined
  /** Requests that the engine sent to other services. */
  attempts: number
  /** Takes the models that answer. Undefined: nobody asks. */
  readonly answeredBy?: Array<AnsweredBy> | undefined
  /**
   * Takes memory for an answer of so many bytes, with all that is held for it, until the request is over. False: the key group
   * of the caller has its share. Default: nobody counts.
   */
  readonly takeAnswer?: (bytes: number) => boolean
}

/** A request that no server of HTTP answers: one of a program in this process. */
export const localRequest = (answeredBy?: Array<AnsweredBy>): ServedRequest => ({
  id: "",
  remoteAddress: undefined,
  addHeaders: () => undefined,
  engine: undefined,
  attempts: 0,
  answeredBy
})

/** A request with another taker of headers, and of models if given. Its engine and its calls are counted by the request itself. */
export const requestOver = (
  request: ServedRequest,
  { addHeaders, answeredBy }: Pick<ServedRequest, "addHeaders" | "answeredBy">
): ServedRequest => ({
  id: request.id,
  remoteAddress: request.remoteAddress,
  addHeaders,
  takeAnswer: (bytes) => request.takeAnswer?.(bytes) ?? true,
  get answeredBy() {
    return answeredBy ?? request.answeredBy
  },
  get engine() {
    return request.engine
  },
  set engine(name) {
    request.engine = name
  },
  get attempts() {
    return request.attempts
  },
  set attempts(count) {
    request.attempts = count
  }
})

/** The request that runs; undefined outside one. */
export const CurrentRequest = Context.Reference<ServedRequest | undefined>(
  "@leadline/core/validation/CurrentRequest",
  { defaultValue: () => undefined }
)
