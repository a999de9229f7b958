/** Raised by every change after which the engine may choose other moves: comparisons with it are then no longer comparable. */
export const ENGINE_VERSION = 4
