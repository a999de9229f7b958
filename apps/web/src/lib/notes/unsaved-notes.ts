/** A note as it was written here and is not known to be kept by the server yet. */
export interface Unsaved {
  text: string
  /** Which state of the note it was written over. */
  knownAt: string | null
}

/** Whose note it is, of which game, on which position; null: on the whole game. */
export interface Place {
  player: number
  game: number
  ply: number | null
}

const keyOf = ({ player, game, ply }: Place) => `note ${player} ${game} ${ply ?? 'game'}`

/** What was written on this device and not kept by the server: it outlives the page. */
export function unsavedOf(player: number, game: number): Map<number | null, Unsaved> {
  const found = new Map<number | null, Unsaved>()
  const start = keyOf({ player, game, ply: null }).slice(0, -'game'.length)
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(start)) continue
      const { text, knownAt } = JSON.parse(localStorage.getItem(key) ?? '{}')
      const ply = key.slice(start.length)
      if (typeof text === 'string')
        found.set(ply === 'game' ? null : Number(ply), { text, knownAt: knownAt ?? null })
    }
  } catch {
    // Nothing that could be read.
  }
  return found
}

export function keepUnsaved(place: Place, unsaved: Unsaved): void {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(unsaved))
  } catch {
    // Then only the page has it, until the server does.
  }
}

export function forgetUnsaved(place: Place): void {
  try {
    localStorage.removeItem(keyOf(place))
  } catch {
    // It was never kept.
  }
}
