// Audit events of server starts, stops and changed settings.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { AuditNode, listAudit, recordStartAndStop, verifyAudit } from "../../src/index.ts"
import { storeTest } from "../stores.ts"

/** A start and a stop of a node. */
const live = (node: string, settings: string) =>
  Effect.scoped(recordStartAndStop(settings)).pipe(Effect.provideService(AuditNode, node))

describe("starts and stops", () => {
  storeTest("record a configuration change if the settings differ from the node's last start", function* () {
    yield* live("a", "one")
    yield* live("b", "two")
    yield* live("a", "one")
    yield* live("a", "two")
    const events = yield* listAudit(100)
    assert.deepEqual(
      events.map(({ action, node }) => `${node} ${action}`),
      ["a start", "a stop", "b start", "b stop", "a start", "a stop", "a config.change", "a start", "a stop"]
    )
    assert.isUndefined((yield* verifyAudit()).problem)
  })
})
