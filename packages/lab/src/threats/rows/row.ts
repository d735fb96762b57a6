// How rows of the table are written: what is sent, what must come back, and what becomes of the connection.
import type { ExpectedResponse, Step, Threat } from "../Threat.ts"

/** A row without its id. */
export type Row = Omit<Threat, "id">

type More = Omit<Row, "title" | "send" | "answers" | "connection">

const listOf = <A>(given: A | ReadonlyArray<A>): ReadonlyArray<A> =>
  Array.isArray(given) ? (given as ReadonlyArray<A>) : [given as A]

const rowOf =
  (connection: Row["connection"]) =>
  (
    title: string,
    send: Step | ReadonlyArray<Step>,
    answers: ExpectedResponse | ReadonlyArray<ExpectedResponse>,
    more: More = {}
  ): Row => ({ title, send: listOf(send), answers: listOf(answers), connection, ...more })

/** A row after which one more request on the connection gets a response. */
export const open = rowOf("open")

/** A row after which the server closes the connection. */
export const closed = rowOf("closed")

/** A row after which the connection is not looked at. */
export const left = rowOf("left")

/** The same so many times. */
export const several = <A>(count: number, one: A): ReadonlyArray<A> =>
  Array.from({ length: count }, () => one)
