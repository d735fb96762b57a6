// Translates the events of a stream one by one.
import * as Stream from "effect/Stream"
import type * as ApiError from "../errors/ApiError.ts"
import type { RequestContext } from "../server/RequestContext.ts"
import { reportedUsage } from "../server/UsageMeter.ts"

/** The events of a service. */
export type Events<A> = Stream.Stream<A, ApiError.ApiError>

/** Translates the events of a stream; the usage that they report counts. */
export const translatedEvents = <A, B>(
  context: RequestContext,
  events: Events<A>,
  translateOne: (event: A) => ReadonlyArray<B>
): Events<B> =>
  events.pipe(
    Stream.map((event) => {
      context.usage = reportedUsage(event) ?? context.usage
      return translateOne(event)
    }),
    Stream.flattenIterable
  )
