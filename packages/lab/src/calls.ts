// The resources and calls of the client as types: a table keyed by them does not compile while one is missing.
import type { Client } from "@leadline/core/client"

/** A resource under the client's name for it, as `decisions`. */
export type Resource = Exclude<keyof Client & string, "close" | "request" | "withOptions">

type MethodOf<R extends Resource> = Exclude<keyof Client[R] & string, `listAll${string}` | "createAndPoll">

/** A call under the name of its span, as `Decisions.create`. Methods that make other calls, as `listAll`, are none. */
export type Call = { readonly [R in Resource]: `${Capitalize<R>}.${MethodOf<R>}` }[Resource]
