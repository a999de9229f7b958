/** The input of a call that is in its address. */
interface AddressInput {
  params?: object
  query?: object
}

/** The address of a call. @param path with the names of its parameters: `/api/v1/games/:id` */
export function callPath(path: string, { params = {}, query = {} }: AddressInput = {}): string {
  const named: Record<string, unknown> = { ...params }
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(named[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return `${filled}${text && `?${text}`}`
}
