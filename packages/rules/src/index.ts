export { type ByFamily, byFamily } from './by-family.ts'
export { claimRefusals, foundingOffer, offerRefusals } from './claim-refusals.ts'
export {
  type Basis,
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
  type OfferFacts,
} from './claims.ts'
export { QUIET_LIMIT, REPETITION } from './draws.ts'
export {
  decodeMove,
  decodePosition,
  foldedKey,
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
export { itemAt } from './item-at.ts'
export { judgeClaim } from './judge-claim.ts'
export { closedMills, countSquares, hasDiagonals, hasJoints, millBoard } from './mill/board.ts'
export { type Move, type Position, type PositionKey, trustedMove, trustedPosition } from './notation.ts'
export { moveNumber, plyLabel, positionLabel, sideOfPly } from './numbering.ts'
export { OUTCOME_REASONS, type Outcome, type OutcomeReason } from './outcome.ts'
export { perRuleSet } from './per-rule-set.ts'
export { pointOf } from './point-of.ts'
export { REFUSAL_CODES, type RefusalCode, type RuleRefusal } from './refusal.ts'
export {
  isRuleSetId,
  MAIN_RULE_SETS,
  RULE_SET_IDS,
  type RuleSetId,
  type RuleSetOf,
  ruleSet,
} from './registry.ts'
export { ok, type Result, refuse } from './result.ts'
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
export { checkTree, treeCheck } from './tree/check-tree.ts'
export { type Depth, depthBelow, depthOfStart, isTooDeep } from './tree/depth.ts'
export { jsonBytes } from './tree/json-bytes.ts'
export { type MalformedTree, TREE_FAULTS, type TreeFault } from './tree/malformed-tree.ts'
export {
  type MoveTree,
  NAG_SYMBOLS,
  SHAPE_COLOURS,
  type ShapeColour,
  TREE_LIMITS,
  type TreeNode,
  type TreeShape,
} from './tree/move-tree.ts'
export { type Path, pathFrom, playAlong } from './tree/path.ts'
export { valueAt } from './value-at.ts'
