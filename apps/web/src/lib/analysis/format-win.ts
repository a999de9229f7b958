import type { Side } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'

/** A win in so many plies takes so many moves of the winner. */
export const movesToWin = (plies: number): number => Math.ceil(plies / 2)

const WINS = { white: m.analysis_white_wins, black: m.analysis_black_wins }

/** "White wins in 5 moves". */
export const formatWin = (winner: Side, plies: number): string => WINS[winner]({ count: movesToWin(plies) })
