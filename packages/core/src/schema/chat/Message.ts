// A message of a conversation: text, or parts that can refer to files. Nothing is fetched.
// Source: §4.10; roles and parts are Assumed: OAS.
import { Json } from "../Json.ts"
import * as Schema from "effect/Schema"
import { optionalOrNull } from "../open.ts"

const field = Schema.Record(Schema.String, Json)
// Assumed: OAS.
/** Whose message it is. */
export const Role = Schema.Literals(["system", "user", "assistant", "tool"])

/** {@link Role}. */
export type Role = typeof Role.Type

const address = Schema.Union([
  Schema.String,
  Schema.Struct({
    /** The address, or a data URL. */
    url: Schema.String
  })
]).annotate({
  expected: "an address, or an object with a url"
})

/** Text. */
export const TextPart = Schema.Struct({
  type: Schema.Literal("text"),
  /** The text. */
  text: Schema.String
})

/** An image, by address or data URL. */
export const ImagePart = Schema.Struct({
  type: Schema.Literal("image_url"),
  /** The address of the image, or a data URL. */
  image_url: address
})

// Assumed: clients.
/** A file, by address or as bare base64. */
export const FilePart = Schema.Struct({
  type: Schema.Literal("file_url"),
  /** The address of the file, or its bytes in base64. */
  file_url: address,
  /** The name of the file. */
  file_name: optionalOrNull(Schema.String)
})

/** A PDF, by address. */
export const PdfPart = Schema.Struct({
  type: Schema.Literal("pdf_url"),
  /** The address of the PDF. */
  pdf_url: address
})

/** A video, by address. `frame_interval` is 25 unless given. */
export const VideoPart = Schema.Struct({
  type: Schema.Literal("video_url"),
  /** The address of the video. */
  video_url: Schema.Union([
    Schema.String,
    Schema.Struct({
      /** The address. */
      url: Schema.String,
      /** Default 25. */
      frame_interval: Schema.optionalKey(Schema.Union([Schema.Int, Schema.String]))
    })
  ]).annotate({ expected: "an address, or an object with a url" })
})

/** A part of a message, with `type` as the discriminator. */
export const Part = Schema.Union([TextPart, ImagePart, FilePart, PdfPart, VideoPart]).annotate({
  expected: "a part of type text, image_url, file_url, pdf_url or video_url"
})

/** {@link Part}, readonly. */
export type Part =
  | typeof TextPart.Type
  | typeof ImagePart.Type
  | typeof FilePart.Type
  | typeof PdfPart.Type
  | typeof VideoPart.Type

/** The content of a message. */
export const MessageContent = Schema.NullOr(Schema.Union([Schema.String, Schema.Array(Part)])).annotate({
  expected: "a string, an array of parts or null"
})

// Assumed: clients.
/** A message. `tool_calls`, `tool_call_id` and `reasoning_steps` are accepted as earlier responses had them. */
export const Message = Schema.Struct({
  /** Whose message it is. */
  role: Role,
  /** Text, or parts; null in a message that only calls tools. */
  content: MessageContent,
  /** As an earlier response had them. */
  tool_calls: optionalOrNull(Schema.Array(field)),
  /** As an earlier response had it. */
  tool_call_id: optionalOrNull(Schema.String),
  /** As an earlier response had them. */
  reasoning_steps: optionalOrNull(Schema.Array(field))
})

/** {@link Message}, readonly. */
export interface Message extends Schema.Schema.Type<typeof Message> {
  /** Text, or parts; null in a message that only calls tools. */
  readonly content: string | ReadonlyArray<Part> | null
}

/** The text of a message; text parts are joined with line breaks. */
export const textOf = ({ content }: Message): string =>
  typeof content === "string"
    ? content
    : (content ?? []).flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")
