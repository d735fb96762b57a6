// Requests about what another key group has: one for each endpoint of the contract with an id in its path.
import { served } from "@leadline/core/api"
import type { Endpoint } from "@leadline/core/api"
import * as Effect from "effect/Effect"
import * as SchemaAST from "effect/SchemaAST"
import { bundle } from "../../fakes/skills.ts"
import { bearer, expected, fileBody, get, head, keys } from "../requests.ts"
import type { RawResponse } from "../readResponses.ts"
import type { Step } from "../Threat.ts"
import { type Row, open } from "./row.ts"

/** Ids of what key group b owns, by the parameter of a path. The response is group b's list of reviews. */
const idsOf = ([reviews]: ReadonlyArray<RawResponse>): { readonly [name: string]: string } => ({
  skill_id: "skill-b",
  id: "async-b",
  review_id: JSON.parse(reviews?.text ?? "{}").reviews?.[0]?.review_id
})

const file = Buffer.from(await Effect.runPromise(bundle("threat"))).toString("latin1")

const withIds = Object.values(served)
  .flatMap(({ endpoints: { all } }) => all)
  .filter(({ access, path }) => access === "key" && path.includes(":"))

/** The fields that a query must have: of a value that is not the true one. */
const queryOf = ({ query }: Endpoint): string => {
  const fields = query?.ast._tag === "Objects" ? query.ast.propertySignatures : []
  const required = fields.filter(({ type }) => !SchemaAST.isOptional(type))
  return required.length === 0 ? "" : `?${required.map(({ name }) => `${String(name)}=r1`).join("&")}`
}

const requestOf = (endpoint: Endpoint, ids: ReturnType<typeof idsOf>, key: string): string => {
  const { content, example, operation, path } = endpoint
  const target = path.replace(/:(\w+)/g, (_, name) => {
    const { [name]: id } = ids
    if (id !== undefined) return id
    throw new Error(
      `${path}: group b has no ${name}. Store one in packages/lab/src/threats/seed.ts, and name it in idsOf of packages/lab/src/threats/rows/foreignIds.ts.`
    )
  })
  const line = `${operation.method} ${target}${queryOf(endpoint)} HTTP/1.1`
  if (content === "file") return fileBody(line, file, key)
  const body = content === "json" ? JSON.stringify(example?.request) : ""
  return head(line, "host: a", bearer(key), `content-length: ${body.length}`) + body
}

const requests = (keyOf: (endpoint: Endpoint) => string): ReadonlyArray<Step> =>
  withIds.map((endpoint) => (answers) => requestOf(endpoint, idsOf(answers), keyOf(endpoint)))

/** Fails at a name of a path that group b has nothing for. */
export const checkIds = (): void => {
  const ids = { ...idsOf([]), review_id: "any" }
  for (const endpoint of withIds) requestOf(endpoint, ids, keys.b)
}

/** The response to the owner: the request is valid and the thing exists. 409: the revision or lease is not the current one. */
const isThere = { status: [200, 204, 409], body: () => true }

/** Another key group gets 404 for things that exist: the same requests with their owner's key find them. */
export const foreignIdsRow: Row = open(
  "what another group has is 404 on every path with an id, whatever the method, and not for its own group",
  [
    get("/v1/reviews", [bearer(keys.b)]),
    { answers: 1 },
    ...requests(({ onlyByRight }) => (onlyByRight ? keys.reviewer : keys.a)),
    { answers: 1 + withIds.length },
    ...requests(() => keys.b)
  ],
  [expected.ok, ...withIds.map(() => expected.missing), ...withIds.map(() => isThere)]
)
