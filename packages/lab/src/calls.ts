// The resources and calls of the client as types: a table keyed by them does not compile while one is missing.
import type { Client } from "@leadline/core/client"
import type { ResourceName, Resources } from "@leadline/core/resources"

/** A resource under the client's name for it, as `decisions`. */
export type Resource = ResourceName

/** The service of a resource, as effects require it. */
export type ServiceOf<R extends Resource> = Resources[R]["service"]["Identifier"]

type MethodOf<R extends Resource> = Exclude<keyof Client[R] & string, `listAll${string}` | "createAndPoll">

/** A call under the name of its span, as `Decisions.create`. Methods that make other calls, as `listAll`, are none. */
export type Call = { readonly [R in Resource]: `${Capitalize<R>}.${MethodOf<R>}` }[Resource]
