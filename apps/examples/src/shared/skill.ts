// A skill to try: a zip in memory with a SKILL.md, and what the skill needs beside it.
import * as Effect from "effect/Effect"
import * as Zip from "effect/encoding/Zip"
import * as Stream from "effect/Stream"

/** The zip of a skill that is described so. */
export const bundle = (description: string): Promise<Uint8Array<ArrayBuffer>> =>
  Stream.fromIterable([
    Zip.file("tides/SKILL.md", `---\nname: tides\ndescription: ${description}\n---\nRead the table.\n`),
    Zip.file("tides/tides.csv", "port,high\nA,04:12\n")
  ]).pipe(
    Stream.pipeThroughChannel(Zip.encode()),
    Stream.runCollect,
    Effect.map((parts) => new Uint8Array(Buffer.concat(parts))),
    Effect.runPromise
  )
