// The sending of a proxy: answers of JSON keep their text for whoever answers with them.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Telling, Told } from "./extraHeaders.ts"
import type { Call } from "../client/Call.ts"
import { jsonBody } from "../client/buildRequest.ts"
import { JsonReceiver } from "../client/response/JsonReceiver.ts"
import type { Complete } from "../client/response/ResponseReceiver.ts"
import { RequestExecutor } from "../client/RequestExecutor.ts"
import { mostBytes } from "./shortcut/Shortcut.ts"

/** An answer that leaves its text where a request of the short way runs. */
class ReceivingText extends JsonReceiver {
  private readonly told: Telling | undefined
  private whole = ""

  constructor(call: Call, resume: Complete<unknown>, told: Telling | undefined) {
    super(call, resume)
    this.told = told
  }

  protected override text(): string | undefined {
    const text = super.text()
    this.whole = text ?? ""
    return text
  }

  protected override succeed(value: unknown): void {
    const { scanner, size, told, whole } = this
    if (told !== undefined && scanner !== undefined && size <= mostBytes) {
      told.written = { value, text: whole, members: scanner.members() }
    }
    this.whole = ""
    super.succeed(value)
  }
}

/**
 * {@link RequestExecutor} whose answers of JSON may be passed on by the short way as the text they came in. What answers with one
 * must not have changed it: to say something else it makes a new value.
 */
export const layer: Layer.Layer<RequestExecutor, never, RequestExecutor> = Layer.effect(
  RequestExecutor,
  Effect.gen(function* () {
    const send = yield* RequestExecutor
    return RequestExecutor.of({
      ...send,
      executeJson: (operation, request, body = jsonBody) =>
        operation.responseBody === "ignored"
          ? send.executeJson(operation, request, body)
          : Effect.withFiber((fiber) => {
              const told = fiber.getRef(Told)
              return send.execute(operation, request, {
                accept: "application/json",
                encodeBody: body,
                receiver: (call, resume) => new ReceivingText(call, resume, told)
              })
            })
    })
  })
)
