/**
 * Pages that open without a log-in where only members read: what the site is, rules and lessons, and what leads to an
 * account. A shared analysis has a number; the key in its fragment decides. This file has no dependencies, so that
 * browsers can import it.
 */
const OPEN_PAGES = [
  /^\/$/,
  /^\/rules(\/|$)/,
  /^\/(login|login\/continue|welcome|register|forgot-password|reset-password|verify-email|not-me|undo-deletion)$/,
  /^\/(appeal|invite|authorize)$/,
  /^\/report-content(\/|$)/,
  /^\/unsubscribe\//,
  /^\/analysis\/\d+$/,
]

/** @param path without a language in front and without a slash at the end */
export const isOpenPage = (path: string): boolean => OPEN_PAGES.some((pattern) => pattern.test(path))
