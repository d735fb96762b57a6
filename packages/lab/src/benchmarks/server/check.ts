// Whether both sides of a row do the same work, asked before anything is measured.
// Source: §2.1, §2.2, §4.1, §5.
import { isDeepStrictEqual } from "node:util"
import { eventsOf, type ComparisonRow, type ObservedResponse } from "./ComparisonRow.ts"
import type { RunningSide } from "./RunningSide.ts"

/** A side that answers. */
export type AnsweringSide = Pick<RunningSide, "send">

const expect = (isTrue: boolean, what: string): void => {
  if (!isTrue) throw new Error(what)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const frames = (text: string): ReadonlyArray<unknown> =>
  text.split("\n\n").map((frame) => parsed(frame.replace(/^data: /, "")))

/** Equal byte for byte, as JSON, or frame for frame as JSON. */
const areEqual = (one: string, other: string): boolean =>
  one === other || isDeepStrictEqual(frames(one), frames(other))

const start = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}...` : text)

const names = ({ headers }: ObservedResponse): string => headers.join(", ")

const compare = (row: ComparisonRow, [ours, theirs]: readonly [ObservedResponse, ObservedResponse]): void => {
  const [one, other] = row.sides
  expect(
    names(ours) === names(theirs),
    `${one.label} has the headers ${names(ours)}; ${other.label} has ${names(theirs)}`
  )
  expect(
    areEqual(ours.body, theirs.body),
    `${one.label} answers ${start(ours.body)}; ${other.label} answers ${start(theirs.body)}`
  )
  if (row.unit === "event") {
    const count = frames(ours.body).length - 2
    expect(count === eventsOf(row), `${count} events in place of ${eventsOf(row)}`)
  }
}

/** Rejects when a side answers with another status, or the sides do not agree. */
export const check = async (
  row: ComparisonRow,
  [ours, theirs]: readonly [AnsweringSide, AnsweringSide]
): Promise<void> => {
  const [one, other] = row.sides
  const seen = [await ours.send(one.sent), await theirs.send(other.sent)] as const
  for (const [index, { body, status }] of seen.entries()) {
    expect(status === row.status, `${row.sides[index]?.label} answers ${status}: ${start(body)}`)
  }
  if (row.isEqual !== false) compare(row, seen)
  if (row.wrong === undefined) return
  for (const [index, { send }] of [ours, theirs].entries()) {
    const { label, sent } = index === 0 ? one : other
    const { status } = await send({ ...sent, authorization: "Bearer other" })
    expect(status === 401, `${label} answers another key with ${status}`)
    for (const value of row.wrong.bodies) {
      const body = JSON.stringify(value)
      const refused = await send({ ...sent, body })
      expect(refused.status === row.wrong.status, `${label} answers ${refused.status} to ${start(body)}`)
    }
  }
}
