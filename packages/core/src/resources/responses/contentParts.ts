// Adds the events that begin and end the text of a message, which clients of OpenAI wait for.
// Assumed: clients.
import * as Stream from "effect/Stream"
import type { ResponseEvent } from "./events.ts"

const added = "response.content_part.added"
const done = "response.content_part.done"

/** The events of one stream with those of content parts, numbered anew; a stream that has them stays as it is. */
export const withContentParts = <E, R>(
  events: Stream.Stream<ResponseEvent, E, R>
): Stream.Stream<ResponseEvent, E, R> =>
  Stream.suspend(() => {
    let count = 0
    let hasParts = false
    const numbered = (event: object) => ({ ...event, sequence_number: count++ }) as ResponseEvent
    return events.pipe(
      Stream.map((event): ReadonlyArray<ResponseEvent> => {
        const type: string = String(event.type)
        hasParts ||= type === added
        if (hasParts || !("item" in event) || event.item.type !== "message") return [numbered(event)]
        const { item, output_index } = event
        const part = (kind: string, content: object) =>
          numbered({ type: kind, item_id: item.id, output_index, content_index: 0, part: content })
        if (type === "response.output_item.added") {
          const begun = numbered(event)
          return [begun, part(added, { type: "output_text", text: "", annotations: [] })]
        }
        const [content] = item.content ?? []
        return content === undefined ? [numbered(event)] : [part(done, content), numbered(event)]
      }),
      Stream.flattenIterable
    )
  })
