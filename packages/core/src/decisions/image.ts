export const imageIssue = (_part: unknown): { path: string[]; message: string } | undefined => undefined
