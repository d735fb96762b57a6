// Orders of a shop: what the tools of a model look up.

/** An order. */
export interface Order {
  readonly number: string
  readonly item: string
  readonly status: "packed" | "on its way" | "delivered"
}

const orders: ReadonlyArray<Order> = [
  { number: "4711", item: "a tide clock", status: "on its way" },
  { number: "4712", item: "a chart of Brest", status: "delivered" }
]

/** The order of a number. */
export const findOrder = (number: string): Order | undefined =>
  orders.find((order) => order.number === number)
