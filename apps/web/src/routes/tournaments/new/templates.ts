import type { Clock } from '@tegenzet/contract'

/** The terms of a tournament that a template sets. */
export interface Terms {
  clock: Clock
  invite: boolean
  min: number
  max: number
  groupSize: number
  gamesPerPair: 1 | 2
  advance: number
  /** Days until it starts; null: when it is full. */
  startsInDays: number | null
}

const perMove = (days: number): Clock => ({ kind: 'per-move', days })

export const TEMPLATES = {
  club: {
    clock: perMove(3),
    invite: true,
    min: 4,
    max: 6,
    groupSize: 6,
    gamesPerPair: 2,
    advance: 2,
    startsInDays: null,
  },
  cup: {
    clock: perMove(3),
    invite: false,
    min: 8,
    max: 64,
    groupSize: 5,
    gamesPerPair: 1,
    advance: 2,
    startsInDays: 14,
  },
  four: {
    clock: perMove(1),
    invite: false,
    min: 4,
    max: 4,
    groupSize: 4,
    gamesPerPair: 1,
    advance: 1,
    startsInDays: null,
  },
} as const satisfies Record<string, Terms>
export type Template = keyof typeof TEMPLATES
