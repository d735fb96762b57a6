// The sending of a proxy: answers of JSON keep their text for whoever answers with them.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CallOff } from "../scheduling/timer.ts"
import { type Alarms, make } from "../client/sharedTimer.ts"
import { type Telling, Told } from "./extraHeaders.ts"
import type { Call } from "../client/Call.ts"
import { jsonBody } from "../client/buildRequest.ts"
import { ReceivingJson } from "../client/response/JsonReceiver.ts"
import type { Resume } from "../client/response/ResponseReceiver.ts"
import { Send } from "../client/RequestExecutor.ts"
import { mostBytes } from "./shortcut/Shortcut.ts"

/** An answer that waits by alarms it shares, and leaves its text where a request of the short way runs. */
class ReceivingText extends ReceivingJson {
  private readonly alarms: Alarms
  private readonly told: Telling | undefined
  private disarm: CallOff | undefined
  private whole = ""

  constructor(
    call: Call,
    codings: ReadonlyArray<string>,
    resume: Resume<unknown>,
    alarms: Alarms,
    told: Telling | undefined
  ) {
    super(call, codings, resume)
    this.alarms = alarms
    this.told = told
  }

  protected override wait(millis: number, ring: () => void): void {
    const { alarms, call } = this
    if (alarms.clock !== call.clock) return super.wait(millis, ring)
    this.rest()
    this.disarm = alarms.set(call.now() + millis, ring)
  }

  protected override rest(): void {
    super.rest()
    this.disarm?.()
    this.disarm = undefined
  }

  protected override text(): string | undefined {
    const text = super.text()
    this.whole = text ?? ""
    return text
  }

  protected override answer(value: unknown): void {
    const { scan, size, told, whole } = this
    if (told !== undefined && scan !== undefined && size <= mostBytes) {
      told.written = { value, text: whole, members: scan.members() }
    }
    this.whole = ""
    super.answer(value)
  }
}

/**
 * {@link Send} whose answers of JSON may be passed on by the short way as the text they came in. What answers with one
 * must not have changed it: to say something else it makes a new value.
 */
export const layer: Layer.Layer<Send, never, Send> = Layer.effect(
  Send,
  Effect.gen(function* () {
    const send = yield* Send
    const alarms = yield* make
    return Send.of({
      ...send,
      json: (operation, request, body = jsonBody) =>
        operation.answer === "ignored"
          ? send.json(operation, request, body)
          : Effect.withFiber((fiber) => {
              const told = fiber.getRef(Told)
              return send.exchange(operation, request, {
                accept: "application/json",
                body,
                receiving: (call, codings, resume) => new ReceivingText(call, codings, resume, alarms, told)
              })
            })
    })
  })
)
