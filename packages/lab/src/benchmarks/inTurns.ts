// How benchmarks measure: rounds of all subjects alternate, so that whatever else runs on the machine meets all alike.

/** Takes so many rounds of every subject, in turns; gives the rounds of each subject. */
export const inTurns = async <Subject, Round>(
  rounds: number,
  subjects: ReadonlyArray<Subject>,
  take: (subject: Subject, round: number) => Promise<Round>
): Promise<ReadonlyArray<ReadonlyArray<Round>>> => {
  const taken = subjects.map((): Array<Round> => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, subject] of subjects.entries()) taken[index]?.push(await take(subject, round))
  return taken
}
