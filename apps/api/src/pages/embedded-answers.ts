import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Answers of the API that a page starts with, by path. They are put into the page, which then needs no further request. */
export type Answers = Record<string, { status: number; body: string }>

/** A request without its cookies. */
export const asVisitor = ({ headers, raw }: FastifyRequest): Pick<FastifyRequest, 'headers' | 'raw'> => ({
  headers: { ...headers, cookie: undefined },
  raw,
})

/** Makes the calls as the browser would make them. Sessions that they renew are renewed by the page. */
export async function answersTo(
  app: FastifyInstance,
  { headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>,
  reply: FastifyReply,
  paths: readonly string[],
): Promise<Answers> {
  const names = ['cookie', 'host', 'x-forwarded-for'].filter((name) => headers[name] !== undefined)
  const sent = {
    accept: 'application/json',
    ...Object.fromEntries(names.map((name) => [name, headers[name]])),
  }
  const answers = await Promise.all(
    paths.map(async (url) => {
      const answer = await app.inject({ url, headers: sent, remoteAddress: raw.socket.remoteAddress })
      const renewed = answer.headers['set-cookie']
      if (renewed) reply.header('set-cookie', renewed)
      const body = url.endsWith('/moves') ? onlyMoves(answer.body) : answer.body
      return [url, { status: answer.statusCode, body }] as const
    }),
  )
  return Object.fromEntries(answers)
}

/** A game's page needs its moves, not when they were played: a twentieth of a long game's answer. */
function onlyMoves(body: string): string {
  const { items, ...rest } = JSON.parse(body) as { items?: { move: string }[] }
  return JSON.stringify({ ...rest, ...(items && { items: items.map(({ move }) => ({ move })) }) })
}

/**
 * Only answers that say something about the page, not that the server is busy.
 * @param since the live channel goes on from here, so that nothing is missed between the answers and its first connection
 */
export function embedded(answers: Answers, since: string): string {
  const stable = Object.entries(answers).filter(([, { status }]) => [200, 400, 401, 404].includes(status))
  const json = stable.map(([path, { status, body }]) => `${JSON.stringify(path)}:[${status},${body}]`)
  return `<script type="application/json" id="answers" data-since="${since}">{${json.join(',').replaceAll('<', '\\u003c')}}</script>`
}
