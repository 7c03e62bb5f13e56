/** The id of the line that says how much was found. */
export const resultCountId = "result-count";
