export const jsonErrorAt = (text: string): number | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch {
    return 0
  }
}
