// Receives a response whose body does not matter.
import * as defaults from "../defaults.ts"
import { jsonBody } from "../buildRequest.ts"
import type { RequestFormat } from "../RequestExecutor.ts"
import { Attempt } from "./Attempt.ts"

/** Receives a success whose body is discarded, whatever it is. */
export class IgnoredBodyAttempt extends Attempt<unknown> {
  protected override onSuccessHead(): void {
    this.setBodyTimer(() => this.onSuccessEnd())
  }

  protected override onSuccessBytes(): boolean {
    if (this.call.bodyBytes > defaults.maxErrorBytes) this.onSuccessEnd()
    return true
  }

  protected override onSuccessEnd(): void {
    this.close()
    this.succeed(undefined)
  }

  protected override onBroken(): void {
    this.onSuccessEnd()
  }
}

/** A JSON request; the body of a success is discarded. */
export const ignoredBody: RequestFormat<unknown, unknown> = {
  accept: "application/json",
  encodeBody: jsonBody,
  newAttempt: (call, complete) => new IgnoredBodyAttempt(call, complete)
}
