import { itemAt } from '@tegenzet/common'
import type { Game, GameMove as PlayedMove, Problem, Puzzle } from '@tegenzet/contract'
import { decodeMove, type Move, type Position, positionsOf, ruleSet, trustedPosition } from '@tegenzet/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { sendRefusal } from '../http/problems.ts'
import { RETRY_AFTER_SECONDS, RefusalError } from '../refusal.ts'
import { existing } from '../store/existing.ts'
import { analysedPosition } from './analysed-position.ts'
import { drawPosition } from './draw-position.ts'

/** Drawn images that are kept, each of about 30 kB. */
const MAX_KEPT = 200

/** The address of the picture of a position, for previews of links. @param ply null: the last position */
export const positionImagePath = (game: number, ply: number | null): string =>
  `/images/games/${game}.png${ply === null ? '' : `?ply=${ply}`}`

/** The same of a puzzle. */
export const puzzleImagePath = (puzzle: string): string => `/images/puzzles/${puzzle}.png`

/** The same of a position on the analysis board. */
export const analysisImagePath = (rules: string, position: Position): string =>
  `/images/positions/${rules}.png?position=${encodeURIComponent(position)}`

const YEAR_SECONDS = 31_536_000

/** Serves pictures of positions. The API decides who may see a game. */
export function registerPositionImages(app: FastifyInstance, { readers }: Pick<Config, 'readers'>): void {
  const options = { schema: { hide: true }, config: { forReaders: readers === 'members' } }
  const kept = new Map<string, Promise<Buffer>>()

  app.get<{ Params: { file: string }; Querystring: { ply?: string } }>(
    '/images/games/:file',
    options,
    async (request, reply) => {
      const { params, query } = request
      const id = /^(\d{1,15})\.png$/.exec(params.file)?.[1]
      const game = id && (await read<Game>(`/api/v1/games/${id}`, request))
      if (!game) return sendRefusal(reply, { code: 'not-found', detail: 'There is no such game.' })
      const ply = plyOf(query.ply, game.ply)
      const maxAge = query.ply === `${ply}` ? YEAR_SECONDS : 60
      return send(reply, { key: `game ${id} ${ply}`, maxAge }, () => draw(game, ply, request))
    },
  )

  app.get<{ Params: { file: string } }>('/images/puzzles/:file', options, async (request, reply) => {
    const id = /^(\w{1,20})\.png$/.exec(request.params.file)?.[1]
    const found = id && (await read<{ puzzle: Puzzle }>(`/api/v1/puzzles/${id}`, request))
    if (!found) return sendRefusal(reply, { code: 'not-found', detail: 'There is no such puzzle.' })
    const { rules, position } = found.puzzle
    return send(reply, { key: `puzzle ${id}`, maxAge: YEAR_SECONDS }, () =>
      drawPosition(ruleSet(rules), trustedPosition(position), null),
    )
  })

  app.get<{ Params: { file: string }; Querystring: { position?: string } }>(
    '/images/positions/:file',
    options,
    async (request, reply) => {
      const id = /^([\w-]{1,30})\.png$/.exec(request.params.file)?.[1]
      const shown = id && analysedPosition(id, new URLSearchParams(request.query))
      if (!shown) return sendRefusal(reply, { code: 'not-found', detail: 'There is no such position.' })
      // as much as a picture of a game
      const tooMany = app.countReads(request, reply, 2)
      if (tooMany) return sendRefusal(reply, tooMany.error)
      const { rules, position } = shown
      const key = `position ${rules.id} ${position}`
      return send(reply, { key, maxAge: YEAR_SECONDS }, () => drawPosition(rules, position, null))
    },
  )

  async function send(
    reply: FastifyReply,
    { key, maxAge }: { key: string; maxAge: number },
    draw: () => Promise<Buffer>,
  ): Promise<FastifyReply> {
    const image = kept.get(key) ?? draw()
    kept.delete(key)
    kept.set(key, image)
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    image.catch(() => kept.delete(key))
    const drawn = await image
    return reply
      .type('image/png')
      .headers({
        'cache-control': `public, max-age=${maxAge}`,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(drawn)
  }

  async function draw(game: Game, ply: number, request: FastifyRequest): Promise<Buffer> {
    const rules = ruleSet(game.rules, game.rulesRevision)
    const answer = await read<{ items: PlayedMove[] }>(`/api/v1/games/${game.id}/moves`, request)
    const moves = existing(answer)
      .items.slice(0, ply)
      .map(({ move }) => move as Move)
    const last = moves.at(-1)
    return drawPosition(
      rules,
      itemAt(positionsOf(rules, moves), -1),
      last ? decodeMove(rules, last).to : null,
    )
  }

  /**
   * Asks the API as a visitor with the client's address, so that all share a picture; as the client where only members read.
   * @returns null if there is nothing there
   * @throws RefusalError if the API does not answer now
   */
  async function read<T>(url: string, { headers, raw }: FastifyRequest): Promise<T | null> {
    const names = ['x-forwarded-for', ...(readers === 'members' ? ['cookie', 'authorization'] : [])]
    const answer = await app.inject({
      url,
      headers: Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))),
      remoteAddress: raw.socket.remoteAddress,
    })
    if (answer.statusCode === 200) return answer.json<T>()
    if (answer.statusCode === 400 || answer.statusCode === 404) return null
    const { code, detail } = answer.json<Problem>()
    throw new RefusalError(code, detail, RETRY_AFTER_SECONDS)
  }
}

/** The number of a position: the one asked for if the game has it, else the last one. */
export function plyOf(asked: string | undefined, last: number): number {
  const ply = asked !== undefined && /^\d{1,5}$/.test(asked) ? Number(asked) : last
  return Math.min(ply, last)
}
