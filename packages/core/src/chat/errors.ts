// How each failure of the chat room crosses HTTP.
// Source: §7.2.
import * as ApiError from "../errors/ApiError.ts"
import * as wire from "../errors/wire.ts"
