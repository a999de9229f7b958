import type { Sanction } from '@tegenzet/contract'

/** @param at milliseconds since 1970 */
export const isInForce = ({ lifted, until }: Sanction, at: number): boolean =>
  lifted === null && (until === null || new Date(until).getTime() > at)
