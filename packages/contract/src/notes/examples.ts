import type { Note } from './schemas.ts'

export const notes = [
  { ply: null, text: 'bram likes the corners.', updatedAt: '2026-11-21T21:00:00.000Z' },
  { ply: 5, text: 'Threatens to close a mill on d7.', updatedAt: '2026-11-22T19:41:00.000Z' },
] as const satisfies Note[]
