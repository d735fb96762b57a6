// No key and no prompt appears anywhere, whichever operation meets whichever fault.
import { assert, it } from "vitest"
import { meetEveryFault } from "../../src/secrets/everyFault.ts"
import { everyOperation } from "../../src/secrets/everyOperation.ts"

it.each(Object.entries(everyOperation))(
  "%s shows neither key nor prompt, whatever it meets",
  async (_, call) => {
    assert.deepEqual((await meetEveryFault(call)).shown, [])
  }
)
