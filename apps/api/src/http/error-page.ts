import {
  ENDPOINTS,
  type Endpoint,
  ERROR_CODES,
  ERRORS,
  endpointErrors,
  problemExample,
} from '@tegenzet/contract'

/** A page that explains every error code: its meaning, example details, and the calls that answer it. */
export function errorPage(): string {
  const calls = Object.values<Endpoint>(ENDPOINTS).map((endpoint) => ({
    name: endpoint.operationId,
    codes: endpointErrors(endpoint),
  }))
  const places = ERROR_CODES.map((code) => {
    const { status, title } = ERRORS[code]
    const its = calls.filter(({ codes }) => codes.includes(code)).map(({ name }) => name)
    return `<section id="${code}">
<h2><code>${code}</code> (${status})</h2>
<p>${escaped(title)}. For instance: <q>${escaped(problemExample(code).detail)}</q></p>
<p>${answeredBy(its, calls.length)}</p>
</section>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Errors of the Tegenzet API</title>
</head>
<body>
<h1>Errors</h1>
<p>Every error is <code>application/problem+json</code>. Programs read the <code>code</code>, and where they do not know it the
status; people read the <code>detail</code>. How the calls are named: <a href="/api/docs">the reference</a>.</p>
${places.join('\n')}
</body>
</html>
`
}

function answeredBy(names: readonly string[], all: number): string {
  if (names.length === all) return 'Any call may answer it.'
  if (names.length > all / 2) return 'Most calls may answer it; the reference says which.'
  if (names.length === 0) return 'It belongs to no one call.'
  return `Answered by ${names.map((name) => `<code>${name}</code>`).join(', ')}.`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
