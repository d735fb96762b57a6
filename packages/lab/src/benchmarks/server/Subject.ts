// What a subject of the server benchmark is: a server in a process of its own, or a handler.

/** The API key that every subject requires. */
export const key = "ll-bench-key-0123456789abcdef"

/** What a subject's process may need to know. */
export interface Place {
  /** Base URL of the server behind proxies, which also takes exported spans. */
  readonly upstream: string
}

/** Starts a server on a free port of this machine; gives the port. */
export type Serve = (place: Place) => Promise<number>

/** Makes a handler that is called in process. */
export type MakeHandler = () => Promise<(request: Request) => Promise<Response>>
