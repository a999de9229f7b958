import type { Game } from '@tegenzet/contract'
import { opponent, type Side } from '@tegenzet/rules'
import type { GameBoard } from '$lib/play/game/game-board.svelte.ts'
import { GameCommands } from '$lib/play/game/game-commands.svelte.ts'
import type { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { Conversation } from './chat/conversation.svelte.ts'
import { ConditionalMoves } from './conditional-moves/conditional-moves.svelte.ts'
import { Draws } from './draws/draws.svelte.ts'
import { OwnAnalysis } from './own-analysis/own-analysis.svelte.ts'
import { Rematch } from './rematch.svelte.ts'

/** A game with all that its page does with it. The parts of the page get it from the context. */
export class OpenGame {
  readonly remote: RemoteGame
  readonly commands: GameCommands
  readonly draws: Draws
  readonly conversation: Conversation
  readonly conditionalMoves: ConditionalMoves
  readonly own: OwnAnalysis
  readonly rematch: Rematch

  constructor(remote: RemoteGame) {
    this.remote = remote
    this.commands = new GameCommands(remote)
    this.draws = new Draws(remote, this.commands)
    this.conversation = new Conversation(remote)
    this.conditionalMoves = new ConditionalMoves(remote, () => this.draws.drafting)
    this.own = new OwnAnalysis(
      remote,
      () => this.draws.drafting || this.conditionalMoves.trial.board !== null,
    )
    this.rematch = new Rematch(remote)
  }

  /** Each part follows the live connection for as long as the page is open. Call it while the page is set up. */
  follow(): void {
    const { remote, draws, conversation, conditionalMoves, own } = this
    for (const part of [remote, draws.records, conversation, conditionalMoves, own])
      $effect(() => part.follow())
    $effect(() => remote.followDeadline())
  }

  /** @throws before it is loaded: the page shows its parts afterwards */
  get game(): Game {
    return loaded(this.remote.game)
  }

  /** @throws before it is loaded */
  get board(): GameBoard {
    return loaded(this.remote.board)
  }

  /** The reader's side; null for spectators. */
  get me(): Side | null {
    return this.remote.me
  }

  readonly names = $derived.by((): Record<Side, string> => {
    const { game } = this.remote
    return { white: game?.white.username ?? '', black: game?.black.username ?? '' }
  })

  /** Empty for spectators. */
  readonly opponentName = $derived.by(() => (this.me ? this.names[opponent(this.me)] : ''))
}

function loaded<Value>(value: Value | null): Value {
  if (value === null) throw new Error('the game is not loaded')
  return value
}
