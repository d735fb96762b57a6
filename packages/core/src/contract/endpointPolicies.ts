// How a group of endpoints is served, said once: who may call it, what its bodies are, what answers it.
// Source: §5, §7.1.
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { ServingOf, type Work } from "./annotations.ts"
import { AddressLimited, BodyLimited, GroupLimited, KeyRequired, SchemaChecked } from "./declaredErrors.ts"

type Group<Id extends string, E extends HttpApiEndpoint.Constraint> = HttpApiGroup.HttpApiGroup<Id, E>

const withKey = <Id extends string, E extends HttpApiEndpoint.Constraint>(group: Group<Id, E>) =>
  group.middleware(SchemaChecked).middleware(BodyLimited).middleware(GroupLimited).middleware(KeyRequired)

/**
 * Requires a key; bodies are JSON, in which unknown fields are refused. `errors`: whether a failure names the `first`
 * wrong field (400) or `all` of them (422).
 */
export const jsonGroup =
  (errors: "first" | "all", work: Work) =>
  <Id extends string, E extends HttpApiEndpoint.Constraint>(group: Group<Id, E>) =>
    withKey(group)
      .annotate(HttpApi.PayloadParseOptions, { errors, onExcessProperty: "error" })
      .annotate(ServingOf, { access: "key", body: "json", work })

/** Requires a key; bodies are one file in a multipart form. */
export const fileGroup =
  (work: Work) =>
  <Id extends string, E extends HttpApiEndpoint.Constraint>(group: Group<Id, E>) =>
    withKey(group).annotate(ServingOf, { access: "key", body: "file", work })

/** Requires no key and takes no body; each address is limited. */
export const openGroup =
  (work: Work) =>
  <Id extends string, E extends HttpApiEndpoint.Constraint>(group: Group<Id, E>) =>
    group
      .middleware(SchemaChecked)
      .middleware(AddressLimited)
      .annotate(ServingOf, { access: "address", body: "none", work })
