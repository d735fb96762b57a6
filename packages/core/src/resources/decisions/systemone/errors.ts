// The error responses of the dialect: those of decisions, but 422 for an invalid request.
// Source: §2.4, §7.1, §7.2; Assumed: clients.
import * as wire from "../../../errors/wireErrors.ts"
import * as decisions from "../errors.ts"

/** 422 with `{detail}`, 400 for a body that could not be read, and the errors of decisions. */
export const errors = [wire.validationDetail, wire.unreadableBody, ...decisions.errors.slice(1)] as const
