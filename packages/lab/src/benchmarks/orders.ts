// How benchmarks measure: processes make calls on orders of their parent, and say what these took.

/** Answers each order of the parent, a failure too, and says first that it is ready. */
export const answerOrders = (answer: (order: never) => Promise<unknown>): void => {
  process.on("message", (order) => {
    void answer(order as never).then(
      (done) => process.send?.(done),
      (error: unknown) => process.send?.({ failure: String(error) })
    )
  })
  process.once("disconnect", () => process.exit())
  process.send?.({})
}

/** Makes so many calls, by each of the workers one after the other. When one fails, the others end, too. */
export const makeCalls = async (
  calls: number,
  workers: ReadonlyArray<() => Promise<unknown>>
): Promise<void> => {
  let left = calls
  const work = async (call: () => Promise<unknown>) => {
    while (left-- > 0) await call()
  }
  try {
    await Promise.all(workers.map(work))
  } finally {
    left = 0
  }
}

/**
 * Takes so many rounds of every subject; gives the least of each. Rounds alternate, so that whatever else runs on the
 * machine meets all alike, and it only ever adds to a round. A first round of each warms up.
 */
export const leastOfRounds = async <Subject>(
  rounds: number,
  subjects: ReadonlyArray<Subject>,
  take: (subject: Subject) => Promise<number>
): Promise<ReadonlyArray<number>> => {
  for (const subject of subjects) await take(subject)
  const least = subjects.map(() => Infinity)
  for (let round = 0; round < rounds; round++)
    for (const [index, subject] of subjects.entries())
      least[index] = Math.min(least[index] ?? Infinity, await take(subject))
  return least
}
