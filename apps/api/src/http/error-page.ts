import {
  ENDPOINTS,
  type Endpoint,
  ERROR_CODES,
  ERRORS,
  endpointErrors,
  problemExample,
} from '@tegenzet/contract'
import { escapeHtml } from './escape-html.ts'

/** The page that explains every error code, with an example and the calls that return it. */
export function errorPage(): string {
  const calls = Object.values<Endpoint>(ENDPOINTS).map((endpoint) => ({
    name: endpoint.operationId,
    codes: endpointErrors(endpoint),
  }))
  const sections = ERROR_CODES.map((code) => {
    const { status, title } = ERRORS[code]
    const names = calls.filter(({ codes }) => codes.includes(code)).map(({ name }) => name)
    return `<section id="${code}">
<h2><code>${code}</code> (${status})</h2>
<p>${escapeHtml(title)}. For example: <q>${escapeHtml(problemExample(code).detail)}</q></p>
<p>${returnedBy(names, calls.length)}</p>
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
<p>Every error is <code>application/problem+json</code>. Programs read the <code>code</code>, or the status if they do not know
the code; people read the <code>detail</code>. <a href="/api/docs">The reference</a> describes the calls named here.</p>
${sections.join('\n')}
</body>
</html>
`
}

function returnedBy(names: readonly string[], all: number): string {
  if (names.length === all) return 'Returned by any call.'
  if (names.length > all / 2) return 'Returned by most calls; the reference says which.'
  if (names.length === 0) return 'Not specific to a call.'
  return `Returned by ${names.map((name) => `<code>${name}</code>`).join(', ')}.`
}
