// Conformance cases of skills, for every store and every setup.
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { bundle, layerSkills } from "../fakes/skills.ts"
import { skillsWire } from "../wire/skills.ts"
import { type Conformance, conformanceCase, expect, expectError, expectSame } from "./ConformanceCase.ts"

const check = conformanceCase<Skills>

const create = (name: string) =>
  Effect.flatMap(bundle(name), (file) => Skills.use((skills) => skills.create({ file })))

const idsOf = (skills: ReadonlyArray<{ readonly skill_id: string }>) => skills.map(({ skill_id }) => skill_id)

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const absent = "skill_00000000-0000-7000-8000-000000000000"

const cases: Conformance<Skills>["cases"] = [
  check("a created skill has the name and description of its SKILL.md, and is got by its id", function* () {
    const skills = yield* Skills
    const made = yield* create("tide-report")
    yield* expectSame([made.name, made.description], ["tide-report", "Reads tide tables."])
    yield* expect(made.skill_id.startsWith("skill_") && made.revision.startsWith("rev_"), "ids")
    yield* expect(dateTime.test(made.created_at) && made.updated_at === made.created_at, "times")
    yield* expectSame(yield* skills.get({ skill_id: made.skill_id }), made)
    const { expires_at, url } = yield* skills.download({ skill_id: made.skill_id })
    yield* expect(url !== "" && dateTime.test(expires_at), "a download is an address with an end")
  }),
  check("a NUL is kept in a description, and found in no revision", function* () {
    const skills = yield* Skills
    const file = yield* bundle("strange", '"a\\0b"')
    const { description, revision, skill_id } = yield* skills.create({ file })
    const got = yield* skills.get({ skill_id, revision })
    yield* expectSame([description, got.description], ["a\0b", "a\0b"])
    yield* expectError("NotFoundError", skills.get({ skill_id, revision: "rev_\0" }))
    yield* expectError("ConflictError", skills.update({ skill_id, expected_revision: `${revision}\0`, file }))
  }),
  check(
    "an update makes a new revision; the old one stays readable, and the skill keeps its place",
    function* () {
      const skills = yield* Skills
      const first = yield* create("first")
      const { skill_id } = first
      const file = yield* bundle("second", "Another text.")
      const later = yield* create("later")
      const second = yield* skills.update({ skill_id, expected_revision: first.revision, file })
      yield* expectSame([second.name, second.created_at], ["second", first.created_at])
      yield* expect(second.updated_at >= first.updated_at, "updated_at")
      const old = yield* skills.get({ skill_id, revision: first.revision })
      yield* expectSame([old.name, old.revision], ["first", first.revision])
      const { revisions } = yield* skills.listRevisions({ skill_id })
      const order = revisions.map(({ revision }) => revision)
      yield* expectSame(order, [second.revision, first.revision])
      const ids = idsOf(yield* Stream.runCollect(yield* skills.listAll()))
      yield* expect(ids.indexOf(later.skill_id) < ids.indexOf(skill_id), "order of skills")
    }
  ),
  check("a stale revision is a ConflictError and changes nothing", function* () {
    const skills = yield* Skills
    const { revision: expected_revision, skill_id } = yield* create("first")
    const file = yield* bundle("second")
    const second = yield* skills.update({ skill_id, expected_revision, file })
    yield* expectError("ConflictError", skills.update({ skill_id, expected_revision, file }))
    yield* expectError("ConflictError", skills.delete({ skill_id, expected_revision }))
    yield* expectSame((yield* skills.get({ skill_id })).revision, second.revision)
  }),
  check(
    "a skill that is unknown or deleted, and a revision of another one, are NotFoundErrors",
    function* () {
      const skills = yield* Skills
      const [one, two] = [yield* create("one"), yield* create("two")]
      const expected_revision = two.revision
      yield* expectError("NotFoundError", skills.get({ skill_id: one.skill_id, revision: two.revision }))
      yield* expectError("NotFoundError", skills.download({ skill_id: one.skill_id, revision: two.revision }))
      yield* skills.delete({ skill_id: two.skill_id, expected_revision })
      for (const skill_id of [absent, two.skill_id]) {
        yield* expectError("NotFoundError", skills.get({ skill_id }))
        yield* expectError("NotFoundError", skills.get({ skill_id, revision: two.revision }))
        yield* expectError("NotFoundError", skills.listRevisions({ skill_id }))
        yield* expectError("NotFoundError", skills.download({ skill_id }))
        yield* expectError("NotFoundError", skills.delete({ skill_id, expected_revision }))
      }
    }
  ),
  check("pages hold each skill once, newest first, whatever is made or deleted in between", function* () {
    const skills = yield* Skills
    const ids = idsOf(yield* Effect.forEach(["a", "b", "c", "d", "e"], create)).toReversed()
    const first = yield* skills.list({ limit: 2 })
    yield* expectSame(idsOf(first.skills), ids.slice(0, 2))
    yield* create("newer")
    for (const { revision: expected_revision, skill_id } of first.skills.slice(-1))
      yield* skills.delete({ skill_id, expected_revision })
    const second = yield* skills.list({ limit: 3, page_token: first.next_page_token ?? "" })
    yield* expectSame(idsOf(second.skills), ids.slice(2, 5))
  }),
  check("a walk goes over all pages, an empty token is the first page, the last page has none", function* () {
    const skills = yield* Skills
    const { revision, skill_id } = yield* create("many")
    const file = yield* bundle("many")
    let expected_revision = revision
    for (let count = 0; count < 4; count++) {
      const next = yield* skills.update({ skill_id, expected_revision, file })
      expected_revision = next.revision
    }
    const walked = yield* Stream.runCollect(yield* skills.listAllRevisions({ skill_id, limit: 2 }))
    const whole = yield* skills.listRevisions({ skill_id, page_token: "" })
    const exact = yield* skills.listRevisions({ skill_id, limit: 5 })
    yield* expect(whole.revisions.length === 5, "count")
    yield* expectSame(walked, whole.revisions)
    yield* expect(!whole.next_page_token && !exact.next_page_token, "a token after the last")
  }),
  check("a token of another list, and one that was changed, are refused", function* () {
    const skills = yield* Skills
    const [one, two] = [yield* create("one"), yield* create("two")]
    const file = yield* bundle("one")
    const { revision: expected_revision, skill_id } = one
    yield* skills.update({ skill_id, expected_revision, file })
    const { next_page_token } = yield* skills.listRevisions({ skill_id, limit: 1 })
    const page_token = next_page_token ?? ""
    yield* expect(page_token !== "", "no token")
    yield* expectError("InvalidRequestError", skills.list({ page_token }))
    yield* expectError("InvalidRequestError", skills.listRevisions({ skill_id: two.skill_id, page_token }))
    const changed = page_token.replace(/.$/, (sign) => (sign === "0" ? "1" : "0"))
    for (const forged of [changed, `${page_token}0`, page_token.slice(1), "x", "' OR 1=1 --", "\u0000é"]) {
      yield* expectError("InvalidRequestError", skills.listRevisions({ skill_id, page_token: forged }))
    }
  })
]

export const skills: Conformance<Skills> = { fake: layerSkills(), cases, ofFake: [], wire: skillsWire }
