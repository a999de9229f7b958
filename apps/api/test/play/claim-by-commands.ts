import type { DrawOffer, Game } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import { expect } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import type { TestServer } from '../server/harness.ts'
import { runTegenzet } from '../server/run-tegenzet.ts'
import { beginGame } from './begin-game.ts'
import type { Ending } from './covered-endings.ts'
import { insertMoves, offerDraw, postClaim } from './repetition-games.ts'

/** Starts a command with a line of input. @returns the object that it prints */
const answer = async (args: string[], input: string, env: Record<string, string>) =>
  JSON.parse(await runTegenzet(args, { input: `${input}\n`, env }))

/**
 * Claims that an ending is drawn, after the offer that the rules may ask for, and compares the ruling with what
 * `tegenzet tables probe` and `tegenzet rules claims` say.
 */
export async function claimByCommands(
  server: TestServer,
  white: TestPlayer,
  black: TestPlayer,
  { rules, moves, position, value }: Ending & Pick<Game, 'rules'>,
): Promise<void> {
  const game = await insertMoves(server, await beginGame(white, black, { rules, provenDraws: true }), moves)
  const [by, other] = game.turn === 'white' ? [white, black] : [black, white]
  const params = { id: game.id }
  const basis = { ground: 'proven-draw', position: game.ply }
  let offers: DrawOffer[] = []
  if (ruleSet(rules).draws.policy === 'after-declined-offer') {
    const { id } = await offerDraw(by, game, basis)
    await other.call('declineDrawOffer', { params: { id } })
    offers = (await server.call('listDrawOffers', { params })).body.items
  }

  const env = { DATA_DIR: server.deps.config.dataDir }
  const probed = await answer(['tables', 'probe', rules], position, env)
  expect(probed.value).toBe(value)
  const claim = { by: game.turn, ...basis }
  const covered = (await server.call('getAbout')).body.tables[rules]
  const described = { rules, moves, claim, offers, covered, value: probed.value }
  const judged = await answer(['rules', 'claims'], JSON.stringify(described), env)
  const findings = value === 'draw' ? [] : [{ code: 'not-drawn', params: {} }]
  expect(judged).toEqual({ admissible: true, refusals: [], holds: value === 'draw', findings })

  const { status, body } = await postClaim(by, game, basis)
  expect([status, body.claim.state]).toEqual([201, value === 'draw' ? 'upheld' : 'rejected'])
  expect(body.claim.evidence).toEqual({ holds: judged.holds, findings })
}
