// `--import tsx` reaches the main thread alone: a worker begins as JavaScript
import { register } from 'tsx/esm/api'

register()
await import('./think-worker.ts')
