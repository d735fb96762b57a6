// Splits a command line into a program and its arguments; no shell is involved.

/** Words are separated by blanks; quotes, single or double, keep blanks and are removed. */
export const splitCommand = (command: string): ReadonlyArray<string> =>
  Array.from(command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g), ([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? "")
  )
