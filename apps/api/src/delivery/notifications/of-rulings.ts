import type { Appeal, Report, Sanction } from '@tegenzet/contract'
import type { PlayerNotification } from './player-notification.ts'

/** Notifies the reporter of the ruling, and the reported player of the reason if it was upheld. */
export function ofReport({ id, by, player, game, verdict, state }: Report): PlayerNotification[] {
  if (!verdict || state === 'open') return []
  const ruled: PlayerNotification = {
    player: by,
    kind: 'report-ruled',
    game: null,
    key: `report-ruled ${id}`,
    params: { report: id, player: player.username, verdict: state },
  }
  if (!verdict.warned) {
    if (state !== 'upheld') return [ruled]
    const upheld: PlayerNotification = {
      player,
      kind: 'report-upheld',
      game: null,
      key: `report-upheld ${id}`,
      params: { report: id, by: verdict.by.username, reason: verdict.reason },
    }
    return [ruled, upheld]
  }
  const warned: PlayerNotification = {
    player,
    kind: 'warned',
    game: game?.id ?? null,
    key: `warned ${id}`,
    params: { by: verdict.by.username, reason: verdict.reason },
  }
  return [ruled, warned]
}

export function ofSanction({ id, player, kind, reason, until, lifted }: Sanction): PlayerNotification {
  const common = { player, game: null }
  return lifted
    ? {
        ...common,
        kind: 'sanction-lifted',
        key: `sanction-lifted ${id}`,
        params: { sanction: id, sanctionKind: kind, reason: lifted.reason },
      }
    : {
        ...common,
        kind: 'sanctioned',
        key: `sanctioned ${id}`,
        params: { sanction: id, sanctionKind: kind, reason, until },
      }
}

export function ofAppeal({ id, by: player, state, decision }: Appeal): PlayerNotification[] {
  if (!decision || state === 'open') return []
  return [
    {
      player,
      kind: 'appeal-decided',
      game: null,
      key: `appeal-decided ${id}`,
      params: { appeal: id, verdict: state, reason: decision.reason },
    },
  ]
}
