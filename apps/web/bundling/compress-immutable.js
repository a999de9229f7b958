// Compresses the scripts and styles, whose names change with their content, as far as that is not done. It takes a third
// of the build, so `npm start` does it while the server already answers.
import { existsSync } from 'node:fs'
import { compress, FORMATS, filesBelow } from './compress.js'

const isDone = (path) => Object.keys(FORMATS).every((format) => existsSync(path + format))
const paths = filesBelow('dist/files/_app/immutable').filter((path) => /\.(js|css)$/.test(path))
await compress(paths.filter((path) => !isDone(path)))
