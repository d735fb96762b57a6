// Encodes spans as OpenTelemetry's binary Protobuf. The field numbers are those of opentelemetry-proto.
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import {
  type AnyValue,
  type KeyValue,
  type Resource,
  unknownToAttributeValue
} from "effect/observability/OtlpResource"
import type { ScopeSpan } from "effect/observability/OtlpTracer"
import * as Option from "effect/Option"
import type * as Tracer from "effect/Tracer"
import { concatBytes } from "./byteChunks.ts"
import { ProtobufWriter } from "./ProtobufWriter.ts"

const writeText = (writer: ProtobufWriter, field: number, text: string | undefined): void => {
  if (text !== undefined && text !== "") writer.string(field, text)
}

const writeCount = (writer: ProtobufWriter, field: number, count: number): void => {
  if (count > 0) writer.varint(field, count)
}

const writeAll = <A>(
  writer: ProtobufWriter,
  field: number,
  values: ReadonlyArray<A>,
  write: (writer: ProtobufWriter, value: A) => void
): void => {
  for (const value of values) writer.message(field, value, write)
}

const isGiven = <A>(value: A): value is NonNullable<A> => value !== undefined && value !== null

const writeValue = (writer: ProtobufWriter, value: AnyValue): void => {
  if (isGiven(value.stringValue)) writer.string(1, value.stringValue)
  else if (isGiven(value.boolValue)) writer.varint(2, value.boolValue ? 1 : 0)
  else if (isGiven(value.intValue)) writer.varint(3, value.intValue)
  else if (isGiven(value.doubleValue)) writer.double(4, value.doubleValue)
  else if (isGiven(value.arrayValue)) writer.message(5, value.arrayValue.values, writeValues)
  else if (isGiven(value.kvlistValue)) writer.message(6, value.kvlistValue.values, writeList)
  else if (isGiven(value.bytesValue)) writer.bytes(7, value.bytesValue)
}

const writeValues = (writer: ProtobufWriter, values: ReadonlyArray<AnyValue>): void =>
  writeAll(writer, 1, values, writeValue)

const writeList = (writer: ProtobufWriter, values: ReadonlyArray<KeyValue>): void =>
  writeAll(writer, 1, values, writeAttribute)

const writeAttribute = (writer: ProtobufWriter, { key, value }: KeyValue): void => {
  writer.string(1, key)
  writer.message(2, value, writeValue)
}

type Attribute = readonly [name: string, value: unknown]

const writeUnknown = (writer: ProtobufWriter, value: unknown): void => {
  // Without an object for the values that nearly all attributes have.
  if (typeof value === "string") writer.string(1, value)
  else if (Number.isSafeInteger(value)) writer.varint(3, Number(value))
  else writeValue(writer, unknownToAttributeValue(value))
}

const writeEntry = (writer: ProtobufWriter, [name, value]: Attribute): void => {
  writer.string(1, name)
  writer.message(2, value, writeUnknown)
}

const writeEntries = (writer: ProtobufWriter, field: number, entries: Iterable<Attribute>): void => {
  for (const entry of entries) writer.message(field, entry, writeEntry)
}

type Event = Tracer.NativeSpan["events"][number]

const writeEvent = (writer: ProtobufWriter, [name, time, attributes]: Event): void => {
  writer.fixed64(1, time)
  writer.string(2, name)
  writeEntries(writer, 3, Object.entries(attributes))
}

const traceIdOf = ({ traceId }: Tracer.AnySpan): string => traceId.padStart(32, "0")

const writeLink = (writer: ProtobufWriter, { attributes, span }: Tracer.SpanLink): void => {
  writer.hex(1, traceIdOf(span))
  writer.hex(2, span.spanId)
  writeEntries(writer, 4, Object.entries(attributes))
}

const kinds: { readonly [K in Tracer.SpanKind]: number } = {
  internal: 1,
  server: 2,
  client: 3,
  producer: 4,
  consumer: 5
}

interface Status {
  readonly code: 0 | 1 | 2
  readonly message?: string
}

const none: ReadonlyArray<Error> = []

const unset: Status = { code: 0 }
const ok: Status = { code: 1 }

const writeStatus = (writer: ProtobufWriter, { code, message }: Status): void => {
  writeText(writer, 2, message)
  writer.varint(3, code)
}

const writeException = (writer: ProtobufWriter, error: Error, time: bigint): void => {
  const attributes = {
    "exception.type": error.name,
    "exception.message": error.message,
    "exception.stacktrace": error.stack ?? "No stack trace available"
  }
  writer.message(11, ["exception", time, attributes], writeEvent)
}

const writeSpan = (writer: ProtobufWriter, span: Tracer.NativeSpan): void => {
  const { attributes, events, kind, links, name, parent, spanId, status } = span
  if (status._tag !== "Ended") return
  const { endTime, exit, startTime } = status
  const cause = Exit.isFailure(exit) ? exit.cause : undefined
  const isInterrupted = cause !== undefined && Cause.hasInterruptsOnly(cause)
  const errors =
    cause === undefined || isInterrupted ? none : Cause.prettyErrors(cause, { includeCauseInStack: true })
  const [error] = errors
  writer.hex(1, traceIdOf(span))
  writer.hex(2, spanId)
  if (Option.isSome(parent)) writer.hex(4, parent.value.spanId)
  writer.string(5, name)
  writer.varint(6, kinds[kind])
  writer.fixed64(7, startTime)
  writer.fixed64(8, endTime)
  writeEntries(writer, 9, attributes)
  if (isInterrupted) writer.message(9, ["effect.fiber.interrupted", true], writeEntry)
  writeAll(writer, 11, events, writeEvent)
  for (const one of errors) writeException(writer, one, endTime)
  writeAll(writer, 13, links, writeLink)
  writer.message(
    15,
    isInterrupted ? unset : error === undefined ? ok : { code: 2, message: error.message },
    writeStatus
  )
}

const writeScope = (writer: ProtobufWriter, { name, version }: ScopeSpan["scope"]): void => {
  writer.string(1, name)
  writeText(writer, 2, version)
}

const writeResource = (writer: ProtobufWriter, { attributes, droppedAttributesCount }: Resource): void => {
  writeAll(writer, 1, attributes, writeAttribute)
  writeCount(writer, 2, droppedAttributesCount)
}

/** Who makes the spans of an export. */
export interface TraceSource {
  readonly resource: Resource
  readonly scope: ScopeSpan["scope"]
}

const spanWriter = new ProtobufWriter()

/** The bytes of a span that has ended, for {@link makeEncodeTraces}; none for one with an attribute that contains itself. */
export const encodeSpan = (span: Tracer.NativeSpan): Uint8Array => {
  try {
    spanWriter.message(2, span, writeSpan)
  } catch {
    // What is written of it would be the beginning of the next one.
    spanWriter.take()
  }
  return spanWriter.take()
}

/** Makes what gives the bytes of an export of encoded spans: the same as of Effect's tracer. */
export const makeEncodeTraces = ({ resource, scope }: TraceSource) => {
  const writer = new ProtobufWriter()
  writer.message(1, resource, writeResource)
  const resourceBytes = writer.take()
  writer.message(1, scope, writeScope)
  const scopeBytes = writer.take()
  return (spans: ReadonlyArray<Uint8Array>): Uint8Array => {
    const length = spans.reduce((sum, span) => sum + span.length, scopeBytes.length)
    writer.head(2, length)
    const scopeHead = writer.take()
    writer.head(1, resourceBytes.length + scopeHead.length + length)
    return concatBytes([writer.take(), resourceBytes, scopeHead, scopeBytes, ...spans])
  }
}
