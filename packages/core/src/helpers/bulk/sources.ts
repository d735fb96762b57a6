// Reads items from any source, one at a time, and groups them into requests.
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"

/** Where items come from. */
export type Source<Item> = AsyncIterable<Item> | Iterable<Item>

/** The items of one request, and the place of the first one in the source. */
export interface Batch<Item> {
  readonly index: number
  readonly items: ReadonlyArray<Item>
}

const isAsync = <Item>(source: Source<Item>): source is AsyncIterable<Item> => Symbol.asyncIterator in source

/** Throws a TypeError for what is no source. A text is iterable, but each of its letters would be an item. */
const checkSource = (source: unknown): void => {
  if (Predicate.isObjectOrArray(source) && (Symbol.iterator in source || Symbol.asyncIterator in source))
    return
  const found = typeof source === "string" ? ", found a text: put it into a list" : ""
  throw new TypeError(`items: expected a list or another iterable${found}`)
}

/** An iterable as a stream that reads one item at a time, and returns its iterator when it is over, failed or left. */
const fromSync = <Item>(source: Iterable<Item>): Stream.Stream<Item> =>
  Stream.suspend(() => {
    const iterator = source[Symbol.iterator]()
    const items = { [Symbol.iterator]: () => iterator }
    return Stream.ensuring(
      Stream.fromIterable(items, { chunkSize: 1 }),
      Effect.sync(() => iterator.return?.())
    )
  })

/** An async source as a stream that fails with what it throws; any other as it is. */
export const streamOfAsync = <Item>(source: Source<Item>): Stream.Stream<Item, unknown> | Iterable<Item> => {
  checkSource(source)
  return isAsync(source) ? Stream.fromAsyncIterable(source, (error) => error) : source
}

/** A stream as it is, or an iterable as a stream that reads one item at a time. */
export const fromStreamOrSync = <Item, E, R>(
  source: Stream.Stream<Item, E, R> | Iterable<Item>
): Stream.Stream<Item, E, R> => {
  if (Stream.isStream(source)) return source
  checkSource(source)
  return fromSync(source)
}

/** The number of items, if the source has a known size. */
export const sizeOf = (source: object): number | undefined =>
  Array.isArray(source)
    ? source.length
    : source instanceof Set || source instanceof Map
      ? source.size
      : undefined

/** The capacity of a request, and the cost of an item; amounts are in the same order. */
export interface Capacity<Item> {
  readonly limits: ReadonlyArray<number>
  readonly costs: (item: Item) => ReadonlyArray<number>
}

/** One item for each request. */
export const single = { limits: [1], costs: () => [1] }

/** The batch that grows, and what its items take of a request. */
interface Open<Item> {
  readonly index: number
  readonly items: Array<Item>
  readonly used: Array<number>
}

/**
 * Groups items in order: a batch is closed when the next item would exceed a limit. An item that exceeds one alone has
 * a batch of its own, and the service decides.
 */
export const toBatches = <Item, E, R>(
  items: Stream.Stream<Item, E, R>,
  { costs, limits }: Capacity<Item>,
  startAt: number
): Stream.Stream<Batch<Item>, E, R> => {
  const empty = (index: number): Open<Item> => ({ index, items: [], used: limits.map(() => 0) })
  const after = ({ index, items: { length } }: Open<Item>) => empty(index + length)
  const isFull = ({ used }: Open<Item>) => used.some((amount, place) => amount >= (limits[place] ?? 0))
  return Stream.mapAccum(
    Stream.drop(items, startAt),
    () => empty(startAt),
    (open: Open<Item>, item): readonly [Open<Item>, ReadonlyArray<Batch<Item>>] => {
      const cost = costs(item)
      const fits = open.used.every((amount, place) => amount + (cost[place] ?? 0) <= (limits[place] ?? 0))
      const isNew = !fits && open.items.length > 0
      const next = isNew ? after(open) : open
      next.items.push(item)
      for (const place of limits.keys()) next.used[place] = (next.used[place] ?? 0) + (cost[place] ?? 0)
      const closed = isNew ? [open] : []
      return isFull(next) ? [after(next), [...closed, next]] : [next, closed]
    },
    { onHalt: (open) => (open.items.length === 0 ? [] : [open]) }
  )
}
