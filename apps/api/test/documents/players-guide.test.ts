import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LANGUAGES, type Language } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../server/harness.ts'

const MESSAGES = fileURLToPath(new URL('../../../../packages/texts/messages', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const open = async (path: string): Promise<string> => (await fetch(server.url + path)).text()

/** Every text of the screens in a language. */
const screenTexts = (language: Language): Set<unknown> =>
  new Set(
    readdirSync(MESSAGES).flatMap((area) =>
      Object.values(JSON.parse(readFileSync(`${MESSAGES}/${area}/${language}.json`, 'utf8'))),
    ),
  )

const TITLES: Record<Language, string> = {
  nl: 'Zo krijg je bericht',
  de: 'So bekommst du Bescheid',
  en: 'How to be told',
  fr: 'Comment être prévenu',
}

test.each(LANGUAGES)('players read how to be told in %s, with the buttons’ own names', async (language) => {
  const html = await open(`/guides/being-told?lang=${language}`)
  expect(html).toContain(`<html lang="${language}">`)
  expect(html).toContain(`<title>${TITLES[language]} · Tegenzet</title>`)
  for (const other of LANGUAGES) expect(html).toContain(`href="/guides/being-told?lang=${other}"`)
  const named = [...html.matchAll(/<strong>(.+?)<\/strong>/g)].map(([, name]) => name)
  const texts = screenTexts(language)
  expect(named.length).toBeGreaterThan(12)
  expect(named.filter((name) => !texts.has(name))).toEqual([])
  const anchors = [...html.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => decodeURIComponent(anchor!))
  expect(anchors.filter((anchor) => !html.includes(`id="${anchor}"`))).toEqual([])
  expect(await open(`/guides?lang=${language}`)).toContain(
    `<li lang="${language}"><a href="/guides/being-told">${TITLES[language]}</a></li>`,
  )
})

test('the guide is the same in every language: sections, steps and addresses', async () => {
  const shapeOf = async (language: Language) => {
    const html = await open(`/guides/being-told?lang=${language}`)
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
    return [...main.matchAll(/<(h2|h3|li|td|strong|code)\b|href="(\/[^"]+)"/g)].map(([found]) => found)
  }
  const english = await shapeOf('en')
  for (const language of LANGUAGES) expect(await shapeOf(language)).toEqual(english)
})
