// What the compiler says about mistakes in requests, and by which names; nothing here runs.
import type { ChatRequest } from "@leadline/core/chat"
import type { Client } from "@leadline/core/client"
import type { Input, ResponsesRequest } from "@leadline/core/responses"
import { expectTypeOf } from "vitest"
import type { Mistake } from "../src/schema/CompilerMessage.ts"

declare const client: Client

const chat = { model: "sonar", messages: [{ role: "user", content: "?" }] } as const

type Sentence<Request extends { readonly stream?: unknown }> =
  NonNullable<Request["stream"]> extends false & Mistake<infer Text> ? Text : never

expectTypeOf<
  Sentence<ChatRequest>
>().toEqualTypeOf<"leave it out: chat.stream gives events, chat.create the whole answer">()
expectTypeOf<
  Sentence<ResponsesRequest>
>().toEqualTypeOf<"leave it out: responses.stream gives events, responses.create the whole answer">()
expectTypeOf<ResponsesRequest["input"]>().toEqualTypeOf<Input>()

/** `stream` is refused by a sentence, whatever its value. */
export const streamed = (stream: boolean) => {
  // @ts-expect-error Streaming is a method of its own.
  void client.chat.create({ ...chat, stream: true })
  // @ts-expect-error The same for the method that streams.
  void client.chat.stream({ ...chat, stream: true })
  // @ts-expect-error A value that is known at run time alone.
  void client.responses.create({ input: "?", stream })
  // @ts-expect-error An answer that is fetched later is whole.
  void client.asyncChat.create({ request: { ...chat, stream: true } })
  const { stream: _, ...rest } = { ...chat, stream }
  void client.chat.create(rest)
}
