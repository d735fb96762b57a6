// Settings that all kinds of decision servers take.
import * as Schema from "effect/Schema"

/** A choice with more options than the server takes is asked in rounds, or refused. Default `rounds`. */
export const overCap = Schema.optionalKey(Schema.Literals(["rounds", "refuse"])).annotate({
  description:
    "A choice with more options than the server takes is asked in rounds, or refused with 400. Default: rounds."
})

/** The server. Default: detected at the first request. */
export const serverOf = <const S extends ReadonlyArray<string>>(servers: S) =>
  Schema.optionalKey(Schema.Literals(servers)).annotate({
    description: "Which server it is. Default: found out at the first request."
  })

/** Time for one question of a probe. */
export const probeTimeout = "2 seconds"
