/** How long a test waits at most for what has to happen. Generous, because a loaded machine is slow. */
export const LONGEST_WAIT_MS = 60_000
