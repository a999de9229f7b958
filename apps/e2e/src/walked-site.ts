import type { Language } from '@tegenzet/contract'
import type { BrowserContext, BrowserContextOptions } from 'playwright-core'
import { foundClub, proposeMatch } from '../../api/test/competition/found-clubs.ts'
import { prepareRequests } from '../../api/test/http/authorisation-requests.ts'
import { openBrowser } from '../../api/test/people/oauth-app.ts'
import type { TestPlayer } from '../../api/test/people/test-player.ts'
import { beginGame, playMoves } from '../../api/test/play/begin-game.ts'
import type { TestServer } from '../../api/test/server/harness.ts'
import { sharedBrowser } from './browser.ts'
import { everyPage, type PageToShow, type Reader } from './pages.ts'
import { startTestServer } from './test-server.ts'

/** A site with something to show on every page. */
export interface WalkedSite {
  server: TestServer
  pages: PageToShow[]
  /** A browser for each reader, in a language. */
  contexts(language: Language, options: BrowserContextOptions): Promise<Record<Reader, BrowserContext>>
  close(): Promise<void>
}

/** What a call of the authorisation matrix prepares for itself, and then pages show. */
const SHOWN = [
  ...['withdrawFromTournament', 'leaveLadder', 'enterLeague', 'changeLeagueEntry'],
  ...['getAnalysis', 'fileAppeal', 'endVacation', 'updateChannel', 'disconnectApp', 'removePasskey'],
  ...[
    'decideAppeal',
    'renewMemberCode',
    'addRoomyAddress',
    'endSiteInvitation',
    'revokeToken',
    'listClubRequests',
  ],
]

export async function openWalkedSite(): Promise<WalkedSite> {
  const server = await startTestServer({ now: new Date() })
  const { prisma } = server.database
  const people = {
    player: await server.player('anna'),
    opponent: await server.player('bram'),
    bystander: await server.player('dirk'),
    bot: await server.player('robot', { kind: 'bot' }),
  }
  const admin = await server.player('gina', { role: 'admin' })
  await prisma.account.updateMany({ data: { emailVerified: true } })
  const requestOf = await prepareRequests(server, people)
  for (const label of SHOWN) await requestOf(label)
  await fill(server, people)
  await admin.call('publishNews', {
    body: { texts: { en: { title: 'Open evening', text: 'Bring a friend.' } } },
  })
  const cookies = {
    player: (await openBrowser(server, people.player)).cookie,
    admin: (await openBrowser(server, admin)).cookie,
  }
  const headers = (reader: Reader): HeadersInit => (reader === 'visitor' ? {} : { cookie: cookies[reader] })
  const pages = await everyPage(async (reader, path) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, { headers: headers(reader) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  })

  async function open(reader: Reader, options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await (await sharedBrowser()).newContext({ baseURL: server.url, ...options })
    if (reader === 'visitor') return context
    const [name = '', value = ''] = cookies[reader].split('=')
    await context.addCookies([{ name, value, url: server.url }])
    return context
  }
  return {
    server,
    pages,
    async contexts(language, options) {
      // the account's language overrides the browser's
      await prisma.account.updateMany({ data: { language } })
      const own = { ...options, locale: language }
      return {
        visitor: await open('visitor', own),
        player: await open('player', own),
        admin: await open('admin', own),
      }
    },
    close: () => server.close(),
  }
}

/** Adds games of each kind, a club with requests and news, and matches. */
async function fill(
  server: TestServer,
  { player, opponent, bystander }: Record<'player' | 'opponent' | 'bystander', TestPlayer>,
): Promise<void> {
  const resigned = await playMoves(await beginGame(player, opponent, { rules: 'muehle' }), player, opponent, [
    'd6',
    'f4',
  ])
  await opponent.call('resign', { params: { id: resigned.id } })
  await beginGame(player, bystander, { rules: 'halma' })
  const waiting = await beginGame(player, bystander, { rules: 'muehle' })
  await playMoves(waiting, player, bystander, ['d6'])
  await bystander.call('sendMessage', {
    params: { id: waiting.id },
    body: { text: 'Good luck, and have fun!' },
  })
  const club = await foundClub(server, player, 'Molenclub Utrecht', [opponent])
  const guests = await foundClub(server, bystander, 'Mühlefreunde Köln')
  const match = await proposeMatch(server, bystander, [guests, club])
  await player.call('acceptMatch', { params: { id: match.id } })
  await proposeMatch(server, player, [club, guests], { rules: 'halma' })
  await player.call('announceInClub', {
    params: { slug: club.slug },
    body: { text: 'We meet on Thursdays.' },
  })
  const clock = { kind: 'per-move', days: 3 } as const
  await bystander.call('createChallenge', {
    body: { rules: 'muehle', colour: 'random', clock, message: 'Who dares?' },
  })
}
