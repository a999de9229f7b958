/** Registers two players on a running server and plays the first legal moves of a game. @returns the game afterwards */
export async function playPlies(url: string, plies: number): Promise<{ ply: number; status: string }> {
  const call = async (method: string, path: string, cookie = '', body?: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer: any = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return { session: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', body: answer }
  }
  const register = async (username: string) => {
    const body = { username, email: `${username}@example.org`, password: 'correct horse battery' }
    return (await call('POST', '/accounts', '', body)).session
  }
  const players = { white: await register('anna'), black: await register('bram') }
  const challenge = { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } }
  const { id } = (await call('POST', '/challenges', players.white, challenge)).body
  let { game } = (await call('POST', `/challenges/${id}/accept`, players.black, {})).body
  while (game.ply < plies) {
    const { moves } = (await call('GET', `/games/${game.id}/legal-moves`)).body
    const move = { move: moves[0], ply: game.ply }
    game = (await call('POST', `/games/${game.id}/moves`, players[game.turn as 'white'], move)).body.game
  }
  return game
}
