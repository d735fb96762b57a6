// How each failure of the dialect crosses HTTP: as of decisions, but 422 where a request breaks its schema.
// Source: §2.4, §7.1, §7.2; Assumed: clients.
import * as wire from "../../../errors/codecs.ts"
import * as decisions from "../errors.ts"

/** 422 `{detail}`, 400 for what could not be read at all, and the failures of decisions. */
export const errors = [wire.validationDetail, wire.unreadableBody, ...decisions.errors.slice(1)] as const
