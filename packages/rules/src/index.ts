export { type ByFamily, byFamily } from './by-family.ts'
export { claimRefusals, foundingOffer, type OfferContext, offerRefusals } from './claim-refusals.ts'
export {
  type Basis,
  basisOf,
  CLAIM_REFUSALS,
  type ClaimContext,
  type ClaimFacts,
  type ClaimRefusal,
  type EarlierClaim,
  type Evidence,
  FINDINGS,
  type Finding,
  GROUNDS,
  type Ground,
  isSameBasis,
  NUMBER_COUNTS,
  numbersOf,
  type OfferFacts,
  type ProvenValue,
} from './claims.ts'
export { QUIET_LIMIT, REPETITION } from './draws.ts'
export {
  decodeMove,
  decodePosition,
  foldedKey,
  GAME_OVER,
  gameOutcome,
  imagesOf,
  legalMoves,
  losesAtOnce,
  occurrences,
  onwardFrom,
  type Played,
  parseMove,
  parsePosition,
  perft,
  play,
  playText,
  playTurn,
  plyOf,
  positionOutcome,
  positionsOf,
  quietPlies,
  type RefusedPly,
  type Replayed,
  replay,
  routeOf,
  samePositionKey,
  sideToMove,
  startPosition,
  type Turn,
  withRepetition,
} from './game.ts'
export { halmaBoard } from './halma/board.ts'
export { judgeClaim } from './judge-claim.ts'
export { closedMills, countSquares, hasDiagonals, hasJoints, millBoard } from './mill/board.ts'
export { type Move, type Position, type PositionKey, trustedMove, trustedPosition } from './notation.ts'
export { moveNumber, plyLabel, positionLabel, sideOfPly } from './numbering.ts'
export { OUTCOME_REASONS, type Outcome, type OutcomeReason } from './outcome.ts'
export { perRuleSet } from './per-rule-set.ts'
export { pointOf } from './point-of.ts'
export { canBeProved, haveSameStones, stonesOn } from './provable.ts'
export { REFUSAL_CODES, type RefusalCode, type RuleRefusal } from './refusal.ts'
export {
  isRuleSetId,
  MAIN_RULE_SETS,
  RULE_SET_IDS,
  type RuleSetId,
  type RuleSetOf,
  ruleSet,
} from './registry.ts'
export type { DecodedMove, DecodedPosition, Stones } from './rule-engine.ts'
export {
  type CommonRules,
  type DrawRules,
  FAMILIES,
  type FamilyName,
  type HalmaBoard,
  type HalmaRules,
  type Language,
  type MillBoard,
  type MillRules,
  type Point,
  type RuleSet,
  type RulesByFamily,
} from './rule-set.ts'
export { opponent, SIDES, type Side } from './side.ts'
