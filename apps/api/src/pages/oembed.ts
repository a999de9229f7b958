import { type Game, LANGUAGES, type Language, type Puzzle } from '@tegenzet/contract'
import { EMBED_SIZE, embedCode } from '@tegenzet/contract/embed-code'
import * as m from '@tegenzet/texts/messages'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { sendRefusal } from '../http/problems.ts'
import { notLoggedIn } from '../http/session.ts'
import { existing } from '../store/existing.ts'
import { answersTo, asVisitor } from './embedded-answers.ts'
import { positionImagePath, puzzleImagePath } from './position-image.ts'

/** The pages with a board, with a language in front or not. */
const PAGE = new RegExp(`^(?:/(${LANGUAGES.join('|')}))?/(games/\\d{1,15}|puzzles(?:/[a-z0-9]{1,20})?)/?$`)

interface Page {
  /** Of the frame, without its query. */
  path: string
  /** The API's call about it. */
  call: string
  language: Language | undefined
  ply: string | null
}

/** The address at which a program finds out how to show a page in another one (https://oembed.com). */
export const oembedPath = (page: string): string => `/oembed?url=${encodeURIComponent(page)}&format=json`

/** Tells other sites how to show a game or a puzzle whose address somebody has pasted there. */
export function registerOembed(app: FastifyInstance, config: Config): void {
  const { publicUrl, siteName, readers } = config

  app.get('/oembed', { schema: { hide: true }, config: { page: true } }, async (request, reply) => {
    const query = request.query as Record<string, unknown>
    // the specification's status for what is private
    if (readers === 'members') throw notLoggedIn()
    if (query.format !== undefined && query.format !== 'json')
      return reply.code(501).type('text/plain; charset=utf-8').send('Only the format json is offered.')
    const page = typeof query.url === 'string' ? pageAt(query.url) : null
    const answers = page && (await answersTo(app, asVisitor(request), reply, [page.call]))
    const answer = answers && existing(answers[page.call])
    if (!page || answer?.status !== 200)
      return sendRefusal(reply, { code: 'not-found', detail: 'There is no board at this address.' })

    const language = page.language ?? 'en'
    const { title, image } = described(JSON.parse(answer.body), language)
    const width = atMost(query.maxwidth, EMBED_SIZE.width)
    const height = atMost(query.maxheight, EMBED_SIZE.height)
    const asked = new URLSearchParams({
      ...(page.language && { lang: page.language }),
      ...(page.ply !== null && { ply: page.ply }),
    }).toString()
    const url = `${publicUrl}/embed/${page.path}${asked && `?${asked}`}`
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(
        JSON.stringify({
          type: 'rich',
          version: '1.0',
          title,
          provider_name: siteName,
          provider_url: publicUrl,
          html: embedCode({ url, title, width, height }),
          width,
          height,
          ...(isUnlimited(query) && {
            thumbnail_url: publicUrl + image,
            thumbnail_width: 1200,
            thumbnail_height: 630,
          }),
        }),
      )
  })

  function pageAt(address: string): Page | null {
    if (!URL.canParse(address)) return null
    const { host, pathname, searchParams } = new URL(address)
    const [, language, found] = (host === new URL(publicUrl).host && PAGE.exec(pathname)) || []
    if (!found) return null
    const path = found === 'puzzles' ? 'puzzles/daily' : found
    const ply = searchParams.get('ply')
    return {
      path,
      call: `/api/v1/${path}`,
      language: LANGUAGES.find((each) => each === language),
      ply: ply !== null && /^\d{1,4}$/.test(ply) ? ply : null,
    }
  }
}

function described(subject: Game | { puzzle: Puzzle }, language: Language) {
  const locale = { locale: language }
  if ('puzzle' in subject)
    return { title: m.puzzles_title({}, locale), image: puzzleImagePath(subject.puzzle.id) }
  const names = { white: subject.white.username, black: subject.black.username }
  return { title: m.game_against(names, locale), image: positionImagePath(subject.id, null) }
}

/** A picture must fit too, and ours has one size. */
const isUnlimited = ({ maxwidth, maxheight }: Record<string, unknown>): boolean =>
  atMost(maxwidth, 1200) === 1200 && atMost(maxheight, 630) === 630

const atMost = (asked: unknown, usual: number): number =>
  typeof asked === 'string' && /^[1-9]\d{0,4}$/.test(asked) ? Math.min(Number(asked), usual) : usual
