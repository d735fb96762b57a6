// Whether connections wait to be accepted: of those that wait, Node accepts one at each turn of the event loop.

let hasAccepted = false

/** Notes that a connection was accepted. */
export const accepted = (): void => {
  hasAccepted = true
}

/** Whether one was accepted since this was last asked: then others may wait. */
export const areConnecting = (): boolean => {
  const before = hasAccepted
  hasAccepted = false
  return before
}
