// Where a call was made, for the stack of its failure: the failure itself comes from a socket, long after the call.
import { withFields } from "../../errors/withFields.ts"

const capture: unknown = Reflect.get(Error, "captureStackTrace")

/** Frames kept of a call: the line that made it and the one before. Each costs every call up to half a microsecond. */
const frames = 2

/** The stack above a method, as text on demand. Undefined where the runtime has no `Error.captureStackTrace`. */
export interface CallerStack {
  readonly stack?: string
}

/** Captures the stack above `method`. */
export const captureCaller = (method: object): CallerStack => {
  const caller = {}
  if (typeof capture === "function") {
    const limit: unknown = Reflect.get(Error, "stackTraceLimit")
    Reflect.set(Error, "stackTraceLimit", Math.min(frames, Number(limit)))
    capture(caller, method)
    Reflect.set(Error, "stackTraceLimit", limit)
  }
  return caller
}

/** A copy of an error with the frames of the caller in place of its own; without these the error itself. */
export const withCaller = <E extends Error>(error: E, caller: CallerStack): E => {
  try {
    const stack = String(caller.stack)
    const start = stack.indexOf("\n    at ")
    if (start >= 0)
      return withFields(error, { stack: `${error.name}: ${error.message}${stack.slice(start)}` })
  } catch {
    // An `Error.prepareStackTrace` of the program may throw, and return anything.
  }
  return error
}
