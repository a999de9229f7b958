import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { answer, serve } from '../../http/serve.ts'
import { RefusalError } from '../../refusal.ts'
import { getReminders, setReminders } from './settings.ts'
import { unsubscribe } from './unsubscribe.ts'

export function registerReminders(app: FastifyInstance, deps: Deps): void {
  serve(app, ENDPOINTS.getReminders, async ({ db, caller }) => answer(200, await getReminders(db, caller)))
  serve(app, ENDPOINTS.setReminders, async ({ db, caller, body }) =>
    answer(200, await setReminders(deps, db, caller, body)),
  )
  app.register(async (forms) => {
    forms.addContentTypeParser(FORMS, { parseAs: 'buffer' }, parseForm)
    serve(forms, ENDPOINTS.unsubscribe, async ({ db, params }) =>
      answer(200, await unsubscribe(deps, db, params.token)),
    )
  })
}

/** Mail programs send one of these (RFC 8058). */
const FORMS = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/

async function parseForm({ headers }: FastifyRequest, body: Buffer): Promise<unknown> {
  const form = new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
  try {
    return Object.fromEntries(await form.formData())
  } catch {
    throw new RefusalError('bad-request', 'The form cannot be read.')
  }
}
