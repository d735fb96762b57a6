// Makes errors without a stack: to collect it takes longer than all else about them.

/** Runs a function while errors get no stack. */
export const withoutStack = <A>(run: () => A): A => {
  const limit: unknown = Reflect.get(Error, "stackTraceLimit")
  Reflect.set(Error, "stackTraceLimit", 0)
  try {
    return run()
  } finally {
    Reflect.set(Error, "stackTraceLimit", limit)
  }
}
