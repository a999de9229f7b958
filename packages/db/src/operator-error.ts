/** The operator can fix it. The message says what is wrong and what to do. */
export class OperatorError extends Error {}
