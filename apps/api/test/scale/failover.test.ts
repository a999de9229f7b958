import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { callerOf } from '../server/call-server.ts'
import { type ServerProcess, startServerProcess } from '../server/server-process.ts'
import { fillDisk, resizeSmallDisk } from './small-disk.ts'
import { startPatroni } from './temp-patroni.ts'

type Cluster = Awaited<ReturnType<typeof startPatroni>>
type Node = Awaited<ReturnType<Cluster['nodesThatAre']>>[number]

const GAMES = process.env.SOAK ? 40 : 8
/** How often each way of failing is tried. */
const TIMES = process.env.SOAK ? 5 : 1
/** The disk of a node that can be full: with less than 500 MB free it hands over. */
const DISK = '1500m'

/** Players of two processes who move without a break, and send each move until it is acknowledged. */
async function startLoad(servers: readonly ServerProcess[]) {
  const [here, there] = [callerOf(servers[0]!.url), callerOf(servers[1]!.url)]
  const register = async (username: string) => {
    const body = { username, email: `${username}@example.org`, password: 'correct horse battery' }
    return (await here('POST', '/accounts', body)).cookie
  }
  const players = { white: await register('anna'), black: await register('bram') }
  const challenge = { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } }
  const games: number[] = []
  for (let n = 0; n < GAMES; n++) {
    const { body } = await here('POST', '/challenges', challenge, players.white)
    games.push((await here('POST', `/challenges/${body.id}/accept`, {}, players.black)).body.game.id)
  }

  /** The moves of each game that were acknowledged, in order. */
  const acknowledged = new Map<number, string[]>(games.map((id) => [id, []]))
  /** The move of each game that waits for its answer. */
  const sent = new Map<number, string>()
  const statuses = new Map<number, number>()
  let moves = 0
  let stopped = false
  const pause = () => new Promise((resolve) => setTimeout(resolve, 200))

  async function play(game: number): Promise<void> {
    const done = acknowledged.get(game)!
    while (!stopped || sent.has(game)) {
      const ply = done.length
      const call = ply % 4 < 2 ? here : there
      const legal = sent.has(game) ? null : await call('GET', `/games/${game}/legal-moves`)
      if (legal?.status === 200) {
        const [first] = legal.body.moves
        if (first === undefined) return
        sent.set(game, first)
      }
      const move = sent.get(game)
      const answer = move
        ? await call(
            'POST',
            `/games/${game}/moves`,
            { move, ply },
            players[ply % 2 === 0 ? 'white' : 'black'],
          )
        : legal!
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      // 200: it was written already, and the answer was lost
      if (move && (answer.status === 201 || answer.status === 200)) {
        done.push(move)
        sent.delete(game)
        moves++
      }
      await pause()
    }
  }
  const played = Promise.all(games.map(play))
  return {
    statuses,
    moves: () => moves,
    /** Ends the load when every move has its answer. Every acknowledged move stands in its game, once, and nothing else. */
    async stop() {
      stopped = true
      await played
      for (const [game, expected] of acknowledged) {
        const moves = await (await fetch(`${servers[0]!.url}/api/v1/games/${game}/export?format=json`)).json()
        expect((moves as { moves: { move: string }[] }).moves.map(({ move }) => move)).toEqual(expected)
      }
    },
  }
}

/** How a leader fails, and how that is mended. */
const FAILURES: Record<string, (cluster: Cluster) => { fail(node: Node): unknown; mend(node: Node): void }> =
  {
    'is killed': ({ kill, start }) => ({ fail: kill, mend: start }),
    'is cut off': () => ({
      fail: ({ etcd }) => etcd.behave('away'),
      mend: ({ etcd }) => etcd.behave('usual'),
    }),
    'has a full disk': () => ({
      // makes it smaller first: writing all of it would take so long that the leader would hand over before it is full
      async fail({ directory }) {
        const { blocks, bfree, bsize } = statfsSync(directory)
        resizeSmallDisk(directory, `${(blocks - bfree) * bsize + (8 << 20)}`)
        await fillDisk(join(directory, 'filler'))
      },
      mend({ directory }) {
        resizeSmallDisk(directory, DISK)
        rmSync(join(directory, 'filler'))
      },
    }),
  }
const TRIED = process.env.SOAK ? Object.keys(FAILURES) : ['is killed']

test.each(TRIED)(
  'when the leader of three nodes %s, moves go on by themselves and none is lost',
  {
    timeout: 1_800_000,
  },
  async (failure) => {
    const cluster = await startPatroni(failure === 'has a full disk' ? { disks: DISK } : {})
    const settings = {
      DATABASE_URL: cluster.url,
      SECRET: 'x'.repeat(32),
      NEW_ACCOUNT_DAYS: '0',
      MAX_OPEN_CHALLENGES: '200',
      RATE_LIMIT: '1000000',
    }
    const servers = [await startServerProcess(settings), await startServerProcess(settings)]
    onTestFinished(async () => {
      for (const server of servers) await server.end('SIGKILL')
    })
    const { fail, mend } = FAILURES[failure]!(cluster)
    const load = await startLoad(servers)
    const goesOn = async (moves = GAMES) => {
      const before = load.moves()
      await expect.poll(load.moves, { timeout: 120_000 }).toBeGreaterThan(before + moves)
    }
    for (let n = 0; n < TIMES; n++) {
      await goesOn()
      const [leader] = await cluster.nodesThatAre('primary')
      await fail(leader!)
      const failedAt = performance.now()
      await expect
        .poll(async () => (await cluster.nodesThatAre('primary')).some(({ name }) => name !== leader!.name), {
          timeout: 120_000,
        })
        .toBe(true)
      await goesOn()
      console.info(`${failure}: moves ${((performance.now() - failedAt) / 1000).toFixed(1)} s later`)
      await goesOn(10 * GAMES)
      mend(leader!)
      // the old leader is a replica again
      await expect
        .poll(async () => (await cluster.nodesThatAre('replica')).length, { timeout: 120_000 })
        .toBe(2)
      await expect.poll(async () => (await cluster.nodesThatAre('sync')).length, { timeout: 120_000 }).toBe(1)
    }
    await load.stop()
    expect(load.statuses.get(503)).toBeGreaterThan(0)
    for (const status of load.statuses.keys()) expect([200, 201, 503]).toContain(status)
  },
)
