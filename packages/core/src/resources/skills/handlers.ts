// HTTP in, skills service out.
// Source: §4.4, §4.5; all beyond these two is Assumed: docs.
import * as Effect from "effect/Effect"
import { routesOf } from "../../server/Route.ts"
import { SkillsApi } from "./endpoint.ts"
import { Skills } from "./service.ts"

/** The routes of the skills group. */
export const routes = Effect.map(Skills, (skills) =>
  routesOf(SkillsApi.groups.skills, {
    list: ({ query }) => skills.list(query),
    listRevisions: ({ params, query }) => skills.listRevisions({ ...params, ...query }),
    create: ({ payload }) => skills.create(payload),
    get: ({ params, query }) => skills.get({ ...params, ...query }),
    update: ({ params, payload, query }) => skills.update({ ...params, ...query, ...payload }),
    delete: ({ params, query }) => skills.delete({ ...params, ...query }),
    download: ({ context, params, query }) =>
      Effect.map(skills.download({ ...params, ...query }), (found) => ({
        ...found,
        url: context.absoluteUrl(found.url)
      }))
  })
)
