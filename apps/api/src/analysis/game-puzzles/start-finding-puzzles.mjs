// In development only. Before Node 22 `--import tsx` does not apply to workers, so a worker starts as JavaScript.
import { register } from 'tsx/esm/api'

register()
await import('./find-puzzles-thread.ts')
