// The resources of the client as types: a table keyed by them does not compile while one is missing.
import type { ResourceName, Resources } from "@leadline/core/resources"

/** A resource under the client's name for it, as `decisions`. */
export type Resource = ResourceName

/** The service of a resource, as effects require it. */
export type ServiceOf<R extends Resource> = Resources[R]["service"]["Identifier"]
