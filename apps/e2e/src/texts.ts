import { readdirSync, readFileSync } from 'node:fs'

const MESSAGES = new URL('../../../packages/texts/messages/', import.meta.url)

/** Looks up the client's texts in a language by key and fills in placeholders. */
export function textsOf(language: string): (key: string, params?: Record<string, string | number>) => string {
  const texts: Record<string, unknown> = Object.assign(
    {},
    ...readdirSync(MESSAGES).map((folder) =>
      JSON.parse(readFileSync(new URL(`${folder}/${language}.json`, MESSAGES), 'utf8')),
    ),
  )
  return (key, params = {}) => {
    const text = texts[key]
    if (typeof text !== 'string') throw new Error(`${language} has no plain text ${key}`)
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (!(name in params)) throw new Error(`${key} needs ${name}`)
      return String(params[name])
    })
  }
}
