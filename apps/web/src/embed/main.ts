import './embed.css'
import { mount } from 'svelte'
import EmbeddedAnalysis from './EmbeddedAnalysis.svelte'
import EmbeddedGame from './EmbeddedGame.svelte'
import EmbeddedPuzzle from './EmbeddedPuzzle.svelte'

// A board in a frame of somebody else's page (apps/api/src/pages/embeds.ts). It stores nothing, and the reader cannot act.

const [, , kind, id = ''] = location.pathname.split('/')
const asked = new URLSearchParams(location.search).get('ply')
const ply = asked !== null && /^\d{1,4}$/.test(asked) ? Number(asked) : null
const site = document.body.dataset.site ?? ''
const target = document.body

if (kind === 'games') mount(EmbeddedGame, { target, props: { id: Number(id), ply, site } })
else if (kind === 'puzzles') mount(EmbeddedPuzzle, { target, props: { id, site } })
else
  mount(EmbeddedAnalysis, {
    target,
    props: { id: Number(id), key: location.hash.slice(1), ply, site },
  })
