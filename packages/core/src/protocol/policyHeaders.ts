// The headers of decisions under a policy.
// Assumed: ours.

/** The request header that names a policy, and the response header that names its version. */
export const policyHeader = "x-leadline-policy"

/** The response header that says whether answers are acted upon: `act` or `review`. */
export const actionHeader = "x-leadline-action"

/** The response header with the model that answered, for requests that ask by {@link noPolicy}. */
export const modelHeader = "x-leadline-model"

/** The value of {@link policyHeader} that applies no policy, and asks which model answers. */
export const noPolicy = "?0"
