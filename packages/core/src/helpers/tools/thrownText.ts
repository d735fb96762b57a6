/** The message of whatever was thrown, also of an object that has no text. */
export const thrownText = (thrown: unknown): string => {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown)
  } catch {
    return "The function failed."
  }
}
