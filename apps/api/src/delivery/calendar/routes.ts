import { ok } from '@tegenzet/common'
import { ENDPOINTS } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { etagOf, isKnown } from '../../http/etag.ts'
import { serve } from '../../http/serve.ts'
import { RefusalError } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { readGamesToMove } from './games-to-move.ts'
import { createAddress, deleteAddress, findOwner, getAddress } from './secret-address.ts'
import { writeCalendar } from './write-calendar.ts'

export function registerCalendar(app: FastifyInstance, deps: Deps, db: Db): void {
  const { config, now } = deps
  serve(app, ENDPOINTS.getCalendar, async ({ db, caller: { accountId } }) =>
    ok({ status: 200, body: await getAddress(db, 'calendars', accountId) }),
  )
  serve(app, ENDPOINTS.createCalendar, async ({ db, caller: { accountId }, arrivedAt: at }) => {
    const { secret, ...state } = await createAddress(db, 'calendars', { accountId, at })
    return ok({ status: 201, body: { url: `${config.publicUrl}/calendar/${secret}.ics`, ...state } })
  })
  serve(app, ENDPOINTS.deleteCalendar, async ({ db, caller: { accountId } }) => {
    await deleteAddress(db, 'calendars', accountId)
    return ok({ status: 204, body: undefined })
  })

  // calendar apps cannot log in: the secret URL is the only credential
  app.get(
    '/calendar/:secret.ics',
    {
      schema: {
        operationId: 'readCalendar',
        tags: ['Accounts'],
        summary: 'Get a player’s calendar',
        description:
          'For calendar apps: the URL from `createCalendar`. It has an event at the deadline of every running game in which the player is to move. Send the `ETag` as `If-None-Match` to get 304 while nothing has changed.',
        security: [],
        params: z.object({ secret: z.string().describe('The secret part of the calendar URL') }),
        response: {
          304: z.undefined(),
          200: {
            description: 'An iCalendar file (RFC 5545)',
            content: { 'text/calendar': { schema: z.string().meta({ examples: [EXAMPLE] }) } },
          },
        },
      },
    },
    async (request, reply) => {
      const { secret } = request.params as { secret: string }
      const owner = await findOwner(db, 'calendars', { secret, at: now() })
      if (!owner) throw new RefusalError('not-found', 'There is no calendar at this URL.')
      const text = writeCalendar({ ...owner, games: await readGamesToMove(db, owner.playerId) }, config)
      const etag = etagOf(text)
      reply.headers({ etag, 'cache-control': 'private, max-age=300', 'x-robots-tag': 'noindex' })
      if (isKnown(etag, request)) return reply.code(304).send()
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="tegenzet.ics"')
        .send(text)
    },
  )
}

const EXAMPLE = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Tegenzet//Calendar//EN', 'NAME:Tegenzet: anna'],
  ...['BEGIN:VEVENT', 'UID:game-353379@tegenzet.example', 'SEQUENCE:4', 'DTSTAMP:20261122T081500Z'],
  ...['DTSTART:20261125T081500Z', `SUMMARY:Make a move: ${ruleSet('molenspel').names.en} against bram`],
  ...['URL;VALUE=URI:https://tegenzet.example/games/353379', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n')
