import type { ClientInit } from '@sveltejs/kit'

/** The page starts when all of its HTML is there: the answers of the API come last (lib/api/embedded-answers.ts). */
export const init: ClientInit = () =>
  new Promise((resolve) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => resolve())
    else resolve()
  })
