// What processes of the benchmarks do on orders of their parent, and what it takes.

/** What so many calls took: milliseconds, and microseconds of processor time of the process that made them. */
export interface Taken {
  readonly wall: number
  readonly cpu: number
}

/** So many calls, by each of the workers one after the other. When one fails, the others end, too. */
export const timed = async (
  calls: number,
  workers: ReadonlyArray<() => Promise<unknown>>
): Promise<Taken> => {
  let left = calls
  const work = async (call: () => Promise<unknown>) => {
    while (left-- > 0) await call()
  }
  const before = process.cpuUsage()
  const start = performance.now()
  try {
    await Promise.all(workers.map(work))
    const wall = performance.now() - start
    const { system, user } = process.cpuUsage(before)
    return { wall, cpu: user + system }
  } finally {
    left = 0
  }
}

/** The same call by so many workers. */
export const timedCalls = (
  calls: number,
  concurrency: number,
  call: () => Promise<unknown>
): Promise<Taken> =>
  timed(
    calls,
    Array.from({ length: concurrency }, () => call)
  )

/** Answers each order of the parent, a failure too, and says first that it is ready. Undefined: an order for others. */
export const answerOrders = (
  answer: (order: never) => Promise<object> | undefined,
  ready: object = {}
): void => {
  process.on("message", (order) => {
    void answer(order as never)?.then(
      (done) => process.send?.(done),
      (error: unknown) => process.send?.({ failure: String(error) })
    )
  })
  process.once("disconnect", () => process.exit())
  process.send?.(ready)
}
