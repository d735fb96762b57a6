// Options and results of bulk work.
import type { AbortSignalLike } from "../../client/promise/promisify.ts"
import { aFunction, anAbortSignal, type Checks, integerFrom, oneOf } from "../../client/optionChecks.ts"
import type { ApiError } from "../../errors/ApiError.ts"

/** How far bulk work is. */
export interface Progress {
  /** Items with a result. */
  readonly done: number
  /** Items whose call failed. */
  readonly failed: number
  /** Items to work on, after those that `startAt` skips; absent when the size of the source is unknown. */
  readonly total?: number
}

/** Options of bulk work. Unknown or invalid ones throw a TypeError that names the option. */
export interface BulkOptions {
  /**
   * Calls in progress at a time, at least 1. Default 8. So many items are read ahead of your loop, and no more; with 1 the
   * next call begins when your loop asks for its result.
   */
  readonly concurrency?: number | undefined
  /** `input`: results in the order of the items. `completion`: as they come. Default `input`. */
  readonly order?: "input" | "completion" | undefined
  /** Called after each call. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** The index of the first item to work on: those before it are read and skipped. Default 0. */
  readonly startAt?: number | undefined
  /**
   * `throw`: the first failed call ends the work with a {@link BulkError}, and cancels the calls in progress. `yield`: it
   * gives a result with its `error`, and the work goes on. Default `throw`.
   */
  readonly onError?: "throw" | "yield" | undefined
}

/** Options of bulk work with promises. */
export interface BulkPromiseOptions extends BulkOptions {
  /** Ends the work and the calls in progress; the loop throws the signal's reason. */
  readonly signal?: AbortSignalLike | undefined
}

/** An item and its result. */
export interface BulkSuccess<Item, A> {
  /** The place of the item in the source, from 0, skipped ones included. */
  readonly index: number
  readonly item: Item
  readonly result: A
  readonly error?: undefined
}

/** The failure that ends the work with `onError: "throw"`: that of the call, with the place of its item. */
export type BulkError = ApiError & {
  /** The place of the item in the source, from 0, skipped ones included; of a request with many items, that of the first. */
  readonly index: number
}

/** An item and the failure of its call. */
export interface BulkFailure<Item> {
  /** The place of the item in the source, from 0, skipped ones included. */
  readonly index: number
  readonly item: Item
  readonly result?: undefined
  readonly error: ApiError
}

/** The result of bulk work for an item: with `onError: "yield"` also a failure. */
export type BulkResult<Item, A, Options> = "yield" extends Options["onError" & keyof Options]
  ? BulkSuccess<Item, A> | BulkFailure<Item>
  : BulkSuccess<Item, A>

/** Calls in progress at a time. */
export const defaultConcurrency = 8

/** The check of each option. */
export const bulkOptions = {
  concurrency: integerFrom(1),
  order: oneOf(["input", "completion"]),
  onProgress: aFunction,
  startAt: integerFrom(0),
  onError: oneOf(["throw", "yield"])
} satisfies Checks<BulkOptions>

/** The check of each option of bulk work with promises. */
export const bulkPromiseOptions = {
  ...bulkOptions,
  signal: anAbortSignal
} satisfies Checks<BulkPromiseOptions>
