import { expect, test } from 'vitest'
import { beginGame, openGame } from '../src/player.ts'
import { startSeparateServer } from '../src/server.ts'
import { useSiteOf } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const site = useSiteOf(startSeparateServer)
const en = textsOf('en')

test('“The connection is lost” goes within five seconds of the server’s return', async () => {
  const anna = await site.register('anna')
  const bram = await site.register('bram')
  await openGame(anna, await beginGame(anna, bram, 'merels'))
  const lost = anna.page.getByText(en('game_connection_lost'))
  await site.server.crash()
  await lost.waitFor()
  // by now a backoff that doubles without such a limit would be half a minute
  await anna.page.waitForTimeout(25_000)
  await site.server.restart()
  const since = Date.now()
  await lost.waitFor({ state: 'detached' })
  expect(Date.now() - since).toBeLessThan(5000)
})
