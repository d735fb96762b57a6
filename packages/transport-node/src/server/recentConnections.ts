// Knows if a connection was accepted recently, for all servers of the process. Then others may wait: Node accepts one of them
// at each turn of the event loop.

let hasAccepted = false

/** Notes that a connection was accepted. */
export const accepted = (): void => {
  hasAccepted = true
}

/** True if a connection was accepted since the last call. */
export const takeAccepted = (): boolean => {
  const before = hasAccepted
  hasAccepted = false
  return before
}
