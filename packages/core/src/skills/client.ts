// The skills service over HTTP.
// Source: §4.4, §4.5; all beyond these two is Assumed: docs.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Send } from "../http/Send.ts"
import * as operation from "./operation.ts"
import { fromCalls, make, Skills } from "./service.ts"
