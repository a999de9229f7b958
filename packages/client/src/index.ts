export type {
  Account,
  Analysis,
  AnalysisSummary,
  Challenge,
  Claim,
  DrawOffer,
  ErrorCode,
  Game,
  GameAnalysis,
  GameMove as Move,
  GamePosition as Position,
  GameRecord,
  GameUpdate,
  LiveEvent,
  LiveMessage,
  Message,
  MoveTree,
  OperationId,
  Player,
  Problem,
  RuleSet,
  User,
  WebhookBody,
} from '@tegenzet/contract'
export { type Client, createClient } from './client.ts'
export { ApiError, NetworkError } from './errors.ts'
export { type FollowEventsOptions, type FollowOptions, followEvents, followGame } from './events.ts'
export { connectLive, type Live } from './live.ts'
export type { LiveOptions, LiveStatus } from './live-connection.ts'
export { solvePuzzle } from './proof-of-work.ts'
export type { ClientOptions } from './send.ts'
export type { SocketOptions, WebSocketLike } from './socket.ts'
export type {
  ApiResponse,
  Input,
  InputArguments,
  Item,
  Line,
  LinesId,
  PagedId,
  ResponseBody,
} from './types.ts'
export { verifyWebhook, WebhookError } from './webhooks.ts'
