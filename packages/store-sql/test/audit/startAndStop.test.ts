// Audit events of server starts, stops and changed settings.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { AuditNode, listAudit, recordStartAndStop, verifyAudit } from "../../src/index.ts"
import { newStore } from "../stores.ts"

/** A start and a stop of a node. */
const live = (node: string, settings: string) =>
  Effect.scoped(recordStartAndStop(settings)).pipe(Effect.provideService(AuditNode, node))

describe("starts and stops", () => {
  it.effect("record a configuration change if the settings differ from the node's last start", () =>
    Effect.gen(function* () {
      yield* live("a", "one")
      yield* live("b", "two")
      yield* live("a", "one")
      yield* live("a", "two")
      const events = yield* listAudit(100)
      assert.deepEqual(
        events.map(({ action, node }) => `${node} ${action}`),
        [
          "a start",
          "a stop",
          "b start",
          "b stop",
          "a start",
          "a stop",
          "a config.change",
          "a start",
          "a stop"
        ]
      )
      assert.isUndefined((yield* verifyAudit()).problem)
    }).pipe(Effect.provide(newStore))
  )
})
