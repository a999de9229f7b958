// Who may import whom (docs/architecture.md). `pnpm check` fails on a breach.
const only = (name, from, ...allowed) => ({
  name,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: '[.]test[.]ts$|/test/|/vitest[.]config' },
  to: { path: '^(apps|packages)/', pathNot: [`^${from}/`, ...allowed.map((folder) => `^${folder}/`)] },
})

/** The areas of the server, from the top down. None imports one above it. */
const AREAS = [
  'demo',
  'built-in-bots',
  '(backup|doctor)',
  'pages',
  '(health|about)',
  'privacy',
  'delivery',
  '(competition|moderation)',
  'lobby',
  'play',
  'accounts',
  'mail',
  '(admin-log|http|jobs|outbox)',
  'store',
]
/** Where folders must not import each other in a ring. A package's tests and command lines lie beside it. */
const SOURCES = '^(apps|packages)/[^/]+/src(/|$)'

const noImportsUpwards = AREAS.slice(1).map((area, n) => ({
  name: `areas-import-downwards: ${area}`,
  severity: 'error',
  from: { path: `^apps/api/src/${area}/`, pathNot: '[.]test[.]ts$' },
  to: { path: `^apps/api/src/(${AREAS.slice(0, n + 1).join('|')})/` },
}))

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: SOURCES },
      to: { path: SOURCES, circular: true },
    },
    ...noImportsUpwards,
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: { pathNot: '[.]svelte$|^apps/web/' },
      to: { couldNotResolve: true },
    },
    only('rules-imports-nothing', 'packages/rules'),
    only('clocks-imports-nothing-of-ours', 'packages/clocks'),
    only('tournaments-imports-nothing-of-ours', 'packages/tournaments'),
    only('ratings-imports-nothing', 'packages/ratings'),
    only('contract-imports-rules', 'packages/contract', 'packages/rules'),
    only('texts-import-types-of-contract', 'packages/texts', 'packages/contract'),
    only('engine-imports-rules', 'packages/engine', 'packages/rules'),
    only('client-imports-contract', 'packages/client', 'packages/contract'),
    only('db-imports-nothing-of-ours', 'packages/db'),
    only(
      'api',
      'apps/api',
      'packages/contract',
      'packages/clocks',
      'packages/engine',
      'packages/ratings',
      'packages/rules',
      'packages/db',
      'packages/texts',
      'packages/tournaments',
    ),
    only('bot', 'apps/bot', 'packages/client', 'packages/engine', 'packages/contract', 'packages/rules'),
    only(
      'web',
      'apps/web',
      'packages/client',
      'packages/contract',
      'packages/clocks',
      'packages/engine',
      'packages/ratings',
      'packages/rules',
      'packages/texts',
      'packages/tournaments',
    ),
    {
      name: 'texts-import-only-types',
      severity: 'error',
      from: { path: '^packages/texts/' },
      to: { path: '^packages/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'third-party-knows-the-documents-alone',
      comment: 'and how to start a server',
      severity: 'error',
      from: { path: '^apps/e2e/third-party/' },
      to: { path: '^(apps|packages)/', pathNot: '^apps/e2e/(third-party/|src/server[.]ts$)' },
    },
    {
      name: 'rules-engine-and-ratings-are-pure',
      comment: 'no dependency but each other, nothing of Node: they run in a browser',
      severity: 'error',
      from: { path: '^packages/(rules/(src|texts)|(engine|ratings)/src)/', pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'] },
    },
    {
      name: 'use-cases-know-no-fastify',
      comment: 'in an area of the server only routes and hooks speak HTTP',
      severity: 'error',
      from: {
        path: '^apps/api/src/(accounts|lobby|play|competition|moderation|privacy|built-in-bots|outbox|store|jobs|mail)/',
        pathNot: '(routes|-hook)[.]ts$',
      },
      to: { path: 'node_modules/(fastify|@fastify)' },
    },
    {
      name: 'live-knows-no-prisma',
      severity: 'error',
      from: { path: '^apps/api/src/delivery/live/' },
      to: { path: '^packages/db/|node_modules/@prisma' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|[.]svelte-kit|generated)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.imports.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['tegenzet-source', 'import', 'svelte', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.svelte'],
    },
  },
}
