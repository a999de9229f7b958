/** A note that the server may not have yet. */
export interface UnsavedNote {
  text: string
  /** `updatedAt` of the version that was edited. */
  knownAt: string | null
}

/** Identifies a note: its writer, the game, and the position (null for the whole game). */
export interface NoteKey {
  player: number
  game: number
  ply: number | null
}

const storageKey = ({ player, game, ply }: NoteKey) => `note ${player} ${game} ${ply ?? 'game'}`

/** The unsaved notes of a game that are stored on this device, by position. */
export function loadUnsavedNotes(player: number, game: number): Map<number | null, UnsavedNote> {
  const found = new Map<number | null, UnsavedNote>()
  const prefix = storageKey({ player, game, ply: null }).slice(0, -'game'.length)
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix)) continue
      const { text, knownAt } = JSON.parse(localStorage.getItem(key) ?? '{}')
      const ply = key.slice(prefix.length)
      if (typeof text === 'string')
        found.set(ply === 'game' ? null : Number(ply), { text, knownAt: knownAt ?? null })
    }
  } catch {
    // Storage is blocked, or holds something else.
  }
  return found
}

export function storeUnsavedNote(key: NoteKey, note: UnsavedNote): void {
  try {
    localStorage.setItem(storageKey(key), JSON.stringify(note))
  } catch {
    // Without storage the note is lost if the page is closed before it is saved.
  }
}

export function removeUnsavedNote(key: NoteKey): void {
  try {
    localStorage.removeItem(storageKey(key))
  } catch {
    // Without storage nothing was stored.
  }
}
