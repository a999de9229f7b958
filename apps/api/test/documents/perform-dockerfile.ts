import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A stage of a Dockerfile: its file system, and what `ENV` and `WORKDIR` have set. */
interface Stage {
  root: string
  env: Record<string, string>
  workdir: string
}

export interface Image extends Stage {
  command: string[]
  healthcheck: string[]
  user: string | undefined
  /** The images that its stages start from. */
  bases: string[]
}

export interface Options {
  /** The folder with the Dockerfile. */
  context: string
  /** An empty folder for the stages. */
  target: string
}

/**
 * Performs the steps of a Dockerfile without Docker. A stage is an empty folder instead of an image: commands find the
 * programs of this machine, pnpm in the version that the Dockerfile installs, and `chown` does nothing.
 */
export function performDockerfile({ context, target }: Options): Image {
  const stages: Record<string, Stage> = {}
  const last: Pick<Image, 'command' | 'healthcheck' | 'user' | 'bases'> = {
    command: [],
    healthcheck: [],
    user: undefined,
    bases: [],
  }
  let stage!: Stage
  const path = (absolute: string) => join(stage.root, absolute)

  const steps: Record<string, (text: string) => void> = {
    FROM(text) {
      const [base = '', , name = 'final'] = text.split(/\s+/)
      const parent = stages[base]
      if (!parent) last.bases.push(base)
      stage = { root: join(target, name), env: { ...parent?.env }, workdir: parent?.workdir ?? '/' }
      stages[name] = stage
      mkdirSync(stage.root)
      if (parent) copy(parent.root, stage.root)
    },
    ENV(text) {
      for (const [, key = '', value = ''] of text.matchAll(/(\w+)=(\S*)/g))
        stage.env[key] = value.startsWith('$') ? '' : value
    },
    WORKDIR(text) {
      stage.workdir = text
      mkdirSync(path(text), { recursive: true })
    },
    COPY(text) {
      const words = text.split(/\s+/)
      const from = words[0]?.startsWith('--from=') ? words.shift()!.slice('--from='.length) : undefined
      const destination = words.pop()!
      for (const source of words) {
        const to = join(
          stage.root,
          stage.workdir,
          destination,
          ...(destination.endsWith('/') ? [source] : []),
        )
        if (from === undefined) copy(join(context, source), to, isIgnored(context))
        else copy(join(stages[from]!.root, source), to)
      }
    },
    RUN(text) {
      const command = text.replaceAll(/(?<=\s)\/(?=\w)/g, `${stage.root}/`)
      execFileSync('sh', ['-euc', command], {
        cwd: path(stage.workdir),
        env: { ...process.env, ...stage.env, PATH: `${programs(target)}:${process.env.PATH}` },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    },
    USER(text) {
      last.user = text
    },
    CMD(text) {
      last.command = JSON.parse(text)
    },
    HEALTHCHECK(text) {
      last.healthcheck = JSON.parse(text.slice(text.indexOf('CMD') + 'CMD'.length))
    },
    ARG() {},
    VOLUME() {},
    EXPOSE() {},
  }

  const lines = readFileSync(join(context, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
  for (const line of lines.split('\n').filter(Boolean)) {
    const [, instruction = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line)!
    steps[instruction]!(text)
  }
  return { ...stage, ...last }
}

/** Links stay links, because those of node_modules lead into their own stage. */
function copy(from: string, to: string, isExcluded: (path: string) => boolean = () => false): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: (source) => !isExcluded(source) })
}

/** Whether `.dockerignore` keeps a path out of the build. */
function isIgnored(context: string): (path: string) => boolean {
  const patterns = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  return (path) => {
    const inside = relative(context, path)
    return patterns.some((pattern) =>
      pattern.startsWith('**/') ? inside.split('/').includes(pattern.slice(3)) : inside === pattern,
    )
  }
}

/** What an image has and this machine may not: pnpm after `npm install -g pnpm@…`, and a `chown` to its users. */
function programs(target: string): string {
  const directory = join(target, 'programs')
  mkdirSync(directory, { recursive: true })
  const program = (name: string, script: string) => {
    writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(directory, name), 0o755)
  }
  const npm = join(dirname(process.execPath), 'npm')
  program(
    'npm',
    `case "$*" in
  'install -g pnpm@'*) echo "exec npx -y $3 \\"\\$@\\"" > "${directory}/pnpm" && chmod +x "${directory}/pnpm" ;;
  *) exec ${npm} "$@" ;;
esac`,
  )
  program('chown', 'exit 0')
  return directory
}
