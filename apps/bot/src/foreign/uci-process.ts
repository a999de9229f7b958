import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/** Why an engine cannot be used any longer. */
export class EngineFailure extends Error {}

/** For `uciok` and `readyok`: engines may load networks and tables. */
const READY_MS = 20_000
/** After the time for a move: until `stop` is sent, and from then until the engine counts as hanging. */
const STOP_AFTER_MS = 1000
const HANGS_AFTER_MS = 5000

/** A program that speaks UCI. It answers one question at a time. */
export class UciProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #ended: Promise<never>
  /** By lower-case name: the line that offers the option. */
  readonly #offered = new Map<string, string>()
  #onLine: (line: string) => void = () => {}

  private constructor([command, ...args]: readonly string[]) {
    if (command === undefined) throw new RangeError('an engine needs a command')
    // a group of its own: a wrapper such as stdbuf or pnpm ends together with its engine
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
    this.#ended = new Promise((_, reject) => {
      this.#child.once('error', (error) => reject(new EngineFailure(`cannot start: ${error.message}`)))
      this.#child.once('exit', (code, signal) => reject(new EngineFailure(`ended with ${signal ?? code}`)))
    })
    // it may end while nobody asks
    this.#ended.catch(() => {})
    this.#child.stdin.on('error', () => {})
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#onLine(line))
  }

  /** @throws EngineFailure */
  static async start(command: readonly string[]): Promise<UciProcess> {
    const engine = new UciProcess(command)
    try {
      await engine.#ask('uci', READY_MS, (line) => {
        const [, name] = /^option name (.+?) type /.exec(line) ?? []
        if (name) engine.#offered.set(name.toLowerCase(), line)
        return line.trim() === 'uciok' ? true : undefined
      })
    } catch (error) {
      engine.kill()
      throw error
    }
    return engine
  }

  /** The line that offers the option; undefined if the engine does not know it. */
  offer(option: string): string | undefined {
    return this.#offered.get(option.toLowerCase())
  }

  setOption(name: string, value: string): void {
    this.#send(`setoption name ${name} value ${value}`)
  }

  /** @throws EngineFailure */
  async newGame(): Promise<void> {
    this.#send('ucinewgame')
    await this.#ask('isready', READY_MS, (line) => (line.trim() === 'readyok' ? true : undefined))
  }

  /**
   * The answer to `go`, the score for the side to move in hundredths of a stone, null if it says none in these units, and the last
   * line about the search, empty if there is none.
   * @throws EngineFailure
   */
  async bestMove(
    tokens: readonly string[],
    millis: number,
  ): Promise<{ answer: string; score: number | null; info: string }> {
    let score: number | null = null
    let info = ''
    this.#send(['position startpos', ...(tokens.length > 0 ? ['moves', ...tokens] : [])].join(' '))
    const stopTimer = setTimeout(() => this.#send('stop'), millis + STOP_AFTER_MS)
    try {
      const answer = await this.#ask(
        `go movetime ${millis}`,
        millis + STOP_AFTER_MS + HANGS_AFTER_MS,
        (line) => {
          score = scoreIn(line) ?? score
          if (line.startsWith('info ')) info = line
          return /(?:^|\s)bestmove\s+(\S+)/.exec(line)?.[1]
        },
      )
      return { answer, score, info }
    } finally {
      clearTimeout(stopTimer)
    }
  }

  kill(): void {
    const { pid } = this.#child
    try {
      if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
    } catch {
      // it has ended
    }
  }

  #send(line: string): void {
    this.#child.stdin.write(`${line}\n`)
  }

  async #ask<T>(question: string, millis: number, take: (line: string) => T | undefined): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const hangs = new Promise<never>((_, reject) => {
      const failure = new EngineFailure(`does not answer "${question}"`)
      timer = setTimeout(() => reject(failure), millis)
    })
    const answer = new Promise<T>((resolve) => {
      this.#onLine = (line) => {
        const taken = take(line)
        if (taken !== undefined) resolve(taken)
      }
    })
    try {
      this.#send(question)
      return await Promise.race([answer, hangs, this.#ended])
    } finally {
      clearTimeout(timer)
      this.#onLine = () => {}
    }
  }
}

/** A win outweighs everything that `cp` can say. */
const MATE_SCORE = 100_000

function scoreIn(line: string): number | null {
  const [, unit, value] = /^info .*\bscore (cp|mate) (-?\d+)/.exec(line) ?? []
  if (!unit) return null
  return unit === 'cp' ? Number(value) : Number(value) > 0 ? MATE_SCORE : -MATE_SCORE
}
