// How a changeset becomes a line of a changelog: its words alone. Commits tell users nothing, and that the packages of
// one release ask for each other is so in every release.
// See docs/decisions/0004-releases-are-rehearsed-and-need-no-token.md.

/** One changeset: its first line behind a dash, the others below it. */
const getReleaseLine = ({ summary }) => `- ${summary.trim().split("\n").join("\n  ")}`

const getDependencyReleaseLine = () => ""

export default { getReleaseLine, getDependencyReleaseLine }
