import type { Club } from '@tegenzet/contract'
import { api } from '$lib/api/api.ts'
import { isMissing } from '$lib/api/resource.svelte.ts'

type FoundClub = Pick<Club, 'slug' | 'name'>

/** The club that is meant by a name, or by the address of its page; null if there is none. @throws what the calls throw */
export async function findClub(text: string): Promise<FoundClub | null> {
  const typed = text.trim()
  if (!typed.includes('/')) {
    const { items } = await api.call('listClubs', { query: { search: typed } })
    const named = items.find(({ name }) => name.toLowerCase() === typed.toLowerCase())
    if (named) return named
  }
  const slug = typed.replace(/^.*\/clubs\//, '').toLowerCase()
  try {
    return await api.call('getClub', { params: { slug } })
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
