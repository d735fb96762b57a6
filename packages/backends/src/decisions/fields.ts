// Settings that all kinds of decision servers take.
import * as Schema from "effect/Schema"

/** What happens to a choice with more options than the server takes: asked in rounds, which is the default, or 400. */
export const overCap = Schema.optionalKey(Schema.Literals(["rounds", "refuse"]))

/** Time for one question of a probe. */
export const probeTimeout = "2 seconds"
