// The command `runtimes`: one release and its users.
import { command as release } from "../release/command.ts"

export const command = { ...release, run: (args: ReadonlyArray<string>) => release.run(["--once", ...args]) }
