// The keys the servers of the suite know.

/** Keys of the store's form, with checksums that hold. */
export const keys = {
  a: "ll_test_Threats00A0123456789abcdefghijklmnopqrstuA2JKrC3",
  b: "ll_test_Threats00B0123456789abcdefghijklmnopqrstuB3RbzIe",
  c: "ll_test_Threats00C0123456789abcdefghijklmnopqrstuC4eD5XR",
  /** Of the group of the first. */
  e: "ll_test_Threats00E0123456789abcdefghijklmnopqrstuE2ycX4E",
  revoked: "ll_test_Threats00F0123456789abcdefghijklmnopqrstuF1laPkz"
} as const

/** A key of the store's form that nobody has. */
export const unknownKey = "ll_test_Threats00D0123456789abcdefghijklmnopqrstuD4AEWAZ"
