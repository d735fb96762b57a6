// HTTP in, skills service out.
// Source: §4.4, §4.5; all beyond these two is Assumed: docs.
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { absolute } from "../../server/absoluteUrl.ts"
import { SkillsApi } from "./endpoint.ts"
import { Skills } from "./service.ts"

/** The handlers of the skills group. */
export const layerHandlers = HttpApiBuilder.group(
  SkillsApi,
  "skills",
  Effect.fnUntraced(function* (handlers) {
    const skills = yield* Skills
    return handlers.handleAll({
      list: ({ query }) => skills.list(query),
      listRevisions: ({ params, query }) => skills.listRevisions({ ...params, ...query }),
      create: ({ payload }) => skills.create(payload),
      get: ({ params, query }) => skills.get({ ...params, ...query }),
      update: ({ params, payload, query }) => skills.update({ ...params, ...query, ...payload }),
      delete: ({ params, query }) => skills.delete({ ...params, ...query }),
      download: ({ params, query, request }) =>
        Effect.map(skills.download({ ...params, ...query }), (found) => ({
          ...found,
          url: absolute(request, found.url)
        }))
    })
  })
)
