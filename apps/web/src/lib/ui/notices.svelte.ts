/** Something that has just happened, said for a while at the edge of the window. */
export interface PassingNotice {
  id: number
  text: string
  look: 'info' | 'good' | 'warn'
  /** Where there is more of it. */
  href?: string
}

const LASTS = 7000

let last = 0
let current = $state<PassingNotice[]>([])

/** What is being said now; reactive. */
export const passingNotices = (): readonly PassingNotice[] => current

/** Says something for seven seconds; a warning stays until it is dismissed. @returns its number */
export function notify(text: string, look: PassingNotice['look'] = 'info', href?: string): number {
  const id = ++last
  current = [...current.filter((notice) => notice.text !== text), { id, text, look, href }]
  if (look !== 'warn') setTimeout(() => dismiss(id), LASTS)
  return id
}

/** Whoever is there already needs not be told of it. */
export function dismissOf(href: string): void {
  current = current.filter((notice) => notice.href !== href || notice.look === 'warn')
}

export function dismiss(id: number): void {
  current = current.filter((notice) => notice.id !== id)
}
