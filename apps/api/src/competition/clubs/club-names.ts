const MIN_SLUG = 3
const MAX_SLUG = 40
/** They would be taken for pages of the site. */
const RESERVED = ['new', 'search', 'mine']

/** What is left of a name as a slug: letters without accents and digits; whatever else is between them becomes a hyphen. */
export function slugOf(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = cut(letters.replace(/[^a-z0-9]+/g, '-').replace(/^-/, ''), MAX_SLUG)
  return slug.length < MIN_SLUG ? '' : slug
}

/**
 * The first slug for a name that is not taken: `mill-town`, `mill-town-2`, …; `club-1`, `club-2`, … if nothing of the name is
 * left.
 */
export function freeSlug(name: string, isTaken: (slug: string) => boolean): string {
  const slug = slugOf(name)
  if (slug && !RESERVED.includes(slug) && !isTaken(slug)) return slug
  for (let n = slug ? 2 : 1; ; n++) {
    const numbered = `${cut(slug || 'club', MAX_SLUG - `-${n}`.length)}-${n}`
    if (!isTaken(numbered)) return numbered
  }
}

const cut = (slug: string, length: number): string => slug.slice(0, length).replace(/-$/, '')
